// Makes a system call by the gate of 32-bit programs, whose numbers a filter for 64 bits takes for others.
// sandbox: RE
// without: RE
// portable: any
// leaves: nothing
#include <stdio.h>

int main(void) {
#ifdef __x86_64__
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20)); /* getpid */
    printf("%d\n", result);
    return 0;
#else
    return 1;
#endif
}
