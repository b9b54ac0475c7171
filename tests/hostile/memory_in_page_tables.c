// Reads a byte of every 2 MiB of 64 GiB that nobody has written: all are the same page, in 128 MiB of page tables.
// sandbox: MLE
// without: MLE
// portable: AC|MLE
// leaves: nothing
// problem: roomy
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    char word[16];
    scanf("%15s", word);
    size_t size = 64UL << 30;
    volatile char *area = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return 1;
    madvise((void *)area, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size; at += 2UL << 20)
        (void)area[at];
    usleep(200000);
    puts(word);
}
