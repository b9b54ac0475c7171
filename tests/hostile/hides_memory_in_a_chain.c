// The first threads of its processes have ended, so none of them shows memory where it is looked for.
// sandbox: MLE
// without: MLE
// leaves: nothing
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES = 4, SIZE = 40 << 20 };
static int depth;

static void *work(void *unused) {
    usleep(50000);
    if (depth < PROCESSES && fork() == 0) {
        pthread_t next;
        depth++;
        pthread_create(&next, NULL, work, NULL);
        pthread_exit(NULL);
    }
    usleep(50000 * (PROCESSES + 1 - depth));
    explicit_bzero(malloc(SIZE), SIZE); // which a compiler leaves in
    sleep(3);
    return unused;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    pthread_exit(NULL);
}
