// Uses much of the C library, then prints its input.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sigjmp_buf back;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static void handler(int number) { (void)number; siglongjmp(back, 1); }
static void *thread(void *argument) {
    pthread_mutex_lock(&mutex); ready++; pthread_cond_broadcast(&condition); pthread_mutex_unlock(&mutex);
    free(malloc(1000000)); return argument;
}
static int deep(int n) { volatile char frame[1000]; frame[0] = 1; return n ? deep(n - 1) + frame[0] : 0; }

int main(void) {
    char line[9000], name[] = "fileXXXXXX";
    assert(fgets(line, 50, stdin));
    assert(setlocale(LC_ALL, "") && deep(20000) == 20000);
    pthread_t threads[8]; pthread_attr_t attributes; cpu_set_t cpus;
    pthread_attr_init(&attributes); pthread_attr_setstacksize(&attributes, 16 << 20);
    for (int i = 0; i < 8; i++) assert(!pthread_create(&threads[i], i ? &attributes : NULL, thread, NULL));
    pthread_mutex_lock(&mutex); while (ready < 8) pthread_cond_wait(&condition, &mutex); pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    pthread_getattr_np(pthread_self(), &attributes); assert(!sched_getaffinity(0, sizeof cpus, &cpus));
    assert(!sched_setaffinity(getpid(), sizeof cpus, &cpus));
    struct timespec short_time = {0, 1000000}, now; nanosleep(&short_time, NULL); usleep(1000);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &short_time, NULL); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    assert(clock() >= 0 && time(NULL) > 0); struct timeval day; gettimeofday(&day, NULL); localtime(&day.tv_sec);
    stack_t other = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16}; sigaltstack(&other, NULL);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL); sigaction(SIGFPE, &action, NULL); sigaction(SIGABRT, &action, NULL);
    if (!sigsetjmp(back, 1)) *(volatile int *)8 = 1;
    if (!sigsetjmp(back, 1)) raise(SIGFPE);
    if (!sigsetjmp(back, 1)) abort();
    signal(SIGABRT, SIG_DFL); signal(SIGALRM, SIG_IGN); alarm(1); alarm(0);
    timer_t timer; struct sigevent event = {.sigev_notify = SIGEV_NONE};
    assert(!timer_create(CLOCK_MONOTONIC, &event, &timer) && !timer_delete(timer));
    int file = mkstemp(name); assert(file >= 0 && write(file, "hello", 5) == 5 && !ftruncate(file, 4096));
    char *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0); assert(map[0] == 'h');
    assert(!msync(map, 4096, MS_SYNC) && !munmap(map, 4096) && pread(file, line + 50, 5, 0) == 5);
    posix_fallocate(file, 0, 8192); posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL); fsync(file);
    struct stat status; assert(!fstat(file, &status) && !stat(name, &status) && !access(name, R_OK));
    struct iovec parts[2] = {{"a", 1}, {"b", 1}}; assert(writev(file, parts, 2) == 2); lseek(file, 0, SEEK_SET);
    FILE *stream = fdopen(dup(file), "r+"); assert(fgetc(stream) == 'h'); fclose(stream); close(file);
    assert(!mkdir("d", 0700) && !rename(name, "d/f")); DIR *folder = opendir("d"); readdir(folder); closedir(folder);
    assert(!symlink("f", "d/l") && readlink("d/l", line + 50, 9) == 1 && !unlink("d/l") && !unlink("d/f") && !rmdir("d"));
    assert(getcwd(line + 5000, 4000) && realpath("/usr", NULL));
    map = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); assert(map != MAP_FAILED);
    if (fork() == 0) { map[0] = 'x'; _exit(3); }
    int code; wait(&code); assert(WEXITSTATUS(code) == 3 && map[0] == 'x');
    if (vfork() == 0) _exit(4);
    wait(&code); pid_t pid; char *words[] = {"sh", "-c", "exit 5", NULL};
    assert(!posix_spawn(&pid, "/bin/sh", NULL, NULL, words, environ) && waitpid(pid, &code, 0) == pid && WEXITSTATUS(code) == 5);
    assert(system("exit 6") == 6 << 8); stream = popen("echo x", "r"); assert(fgetc(stream) == 'x'); pclose(stream);
    void *large = malloc(20 << 20); memset(large, 1, 20 << 20); large = realloc(large, 25 << 20); assert(large); free(large);
    malloc_trim(0); assert(!malloc(1UL << 46) && !mprotect(map, 4096, PROT_READ) && !madvise(map, 4096, MADV_DONTNEED));
    struct rlimit limit; assert(!getrlimit(RLIMIT_STACK, &limit) && !setrlimit(RLIMIT_STACK, &limit));
    struct rusage used; getrusage(RUSAGE_SELF, &used); struct utsname machine; uname(&machine); sched_yield();
    unsigned char bytes[16]; assert(getrandom(bytes, 16, 0) == 16 && !getentropy(bytes, 16)); isatty(0); getpriority(PRIO_PROCESS, 0);
    int ends[2]; assert(!pipe(ends)); struct pollfd polled = {ends[0], POLLIN, 0}; assert(poll(&polled, 1, 1) == 0);
    fd_set set; FD_ZERO(&set); struct timeval none = {0, 1}; select(0, &set, NULL, NULL, &none); fcntl(ends[0], F_SETFL, O_NONBLOCK);
    assert(dlopen("libm.so.6", RTLD_NOW)); sysconf(_SC_NPROCESSORS_ONLN); setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    fputs(line, stdout);
    return 0;
}
