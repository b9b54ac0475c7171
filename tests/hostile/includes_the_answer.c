// Has the compiler read the expected answers.
// sandbox: CE
// without: any
// leaves: nothing
__asm__(".section .rodata\nanswer: .incbin \"@ROOT@/testdata/hello/sample.yaml\"\n.byte 0\n.text");
int puts(const char *);
extern const char answer[];

int main(void) { return puts(answer) < 0; }
