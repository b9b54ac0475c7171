// Hides memory in a relay of short-lived processes that share it, beside a parent with many threads.
// sandbox: WA|MLE
// without: any
// leaves: nothing
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAGES = 51200, STACK = 1 << 16, STACKS = 64, THREADS = 230, LIFE_NS = 30000 };
static char *memory, *stacks, word[99];
static long next, turn;
static int out;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int run(void *unused) {
    for (long began = now(); now() - began < LIFE_NS; next++) {
        if (next == 2 * PAGES) {
            dprintf(out, "%s\n", word);
            _exit(0);
        }
        if (next < PAGES) memory[next << 12] = 1;
        else if (memory[(next - PAGES) << 12] != 1) _exit(1);
    }
    char *stack = stacks + (turn++ % STACKS + 1) * STACK;
    // As a sibling, the next one has a parent that does not want to know of its end.
    if (clone(run, stack, CLONE_VM | CLONE_PARENT | SIGCHLD, 0) < 0) clone(run, stack, CLONE_VM | SIGCHLD, 0);
    _exit(0);
}

static void *idle(void *unused) {
    pause();
    return 0;
}

int main(void) {
    int ends[2];
    pthread_t thread;
    pthread_attr_t small;
    if (scanf("%98s", word) != 1 || pipe(ends)) return 1;
    out = ends[1];
    signal(SIGCHLD, SIG_IGN);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    for (int i = 0; i < THREADS; i++) pthread_create(&thread, &small, idle, 0);
    if (fork() == 0) {
        cpu_set_t last;
        CPU_ZERO(&last);
        CPU_SET(sysconf(_SC_NPROCESSORS_ONLN) - 1, &last);
        sched_setaffinity(0, sizeof last, &last);
        memory = mmap(0, (size_t)PAGES << 12, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        stacks = mmap(0, (STACKS + 1) * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        run(0);
    }
    close(ends[1]);
    ssize_t size = read(ends[0], word, sizeof word);
    return fwrite(word, 1, size, stdout) != (size_t)size;
}
