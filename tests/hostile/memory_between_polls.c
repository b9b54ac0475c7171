// Hides the memory of its children: a call for shared memory every 2 ms keeps the supervisor busy.
// sandbox: MLE
// without: MLE
// portable: AC|MLE
// leaves: nothing
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 4, SIZE = 40 << 20 };

int main(void) {
    char word[99];
    int children[CHILDREN];
    if (scanf("%98s", word) != 1) return 1;
    int ticker = fork();
    while (ticker == 0) {
        munmap(mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0), 4096);
        usleep(2000);
    }
    for (int i = 0; i < CHILDREN; i++)
        if ((children[i] = fork()) == 0) {
            volatile char *block = malloc(SIZE);
            for (int at = 0; at < SIZE; at += 4096) block[at] = 1;
            pause();
        }
    sleep(1);
    for (int i = 0; i < CHILDREN; i++) kill(children[i], SIGKILL);
    kill(ticker, SIGKILL);
    while (wait(0) > 0) {}
    puts(word);
    return 0;
}
