// Has the compiler read a file that never ends.
// sandbox: CE
// without: CE
// leaves: nothing
#include "/dev/full"
int main(void) { return 0; }
