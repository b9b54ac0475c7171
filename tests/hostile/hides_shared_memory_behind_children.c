// Its children have its memory: were what is mapped counted for each of them, what is not mapped would vanish.
// sandbox: MLE
// without: any
// leaves: nothing
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20, SHARED = 36, MAPPED = 12, OWN = 44, CHILDREN = 2, STACK = 1 << 16 };

static int idle(void *unused) {
    (void)unused;
    for (;;)
        pause();
}

int main(void) {
    char *shared = mmap(NULL, SHARED * MEBIBYTE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(shared, 1, MAPPED * MEBIBYTE);
    for (int i = 0; i < CHILDREN; i++)
        clone(idle, (char *)malloc(STACK) + STACK, CLONE_VM | SIGCHLD, NULL);
    for (int i = MAPPED; i < SHARED; i++) {
        memset(shared + i * MEBIBYTE, 1, MEBIBYTE);
        madvise(shared + i * MEBIBYTE, MEBIBYTE, MADV_DONTNEED);
    }
    explicit_bzero(malloc(OWN * MEBIBYTE), OWN * MEBIBYTE);
    sleep(1);
}
