// A recursion without end on the stack.
// sandbox: MLE|RE
// without: MLE|RE
// leaves: nothing
int deeper(volatile int *above) {
    volatile int here[1000];
    here[0] = *above + 1;
    return deeper(here) + here[0];
}

int main(void) {
    volatile int zero = 0;
    return deeper(&zero);
}
