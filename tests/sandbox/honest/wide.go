// Uses much of Go's library, then prints its input.
package main

import (
	"bufio"
	"context"
	crand "crypto/rand"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + deep(n-1)
}

func main() {
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	var group sync.WaitGroup
	sums := make(chan int, 1000)
	for n := 0; n < 1000; n++ {
		group.Add(1)
		go func(n int) { defer group.Done(); time.Sleep(time.Microsecond); sums <- n }(n)
	}
	group.Wait()
	runtime.LockOSThread()
	runtime.UnlockOSThread()
	if deep(1000000) != 1000000 {
		panic("deep")
	}
	func() {
		defer func() { recover() }()
		var nothing *int
		*nothing = 1
	}()
	folder, err := os.MkdirTemp("", "wide")
	check(err)
	name := filepath.Join(folder, "file")
	check(os.WriteFile(name, []byte("text"), 0o600))
	file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	check(err)
	file.WriteString("more")
	check(file.Sync())
	check(file.Truncate(3))
	file.Close()
	check(os.Rename(name, name+"2"))
	check(os.Symlink("file2", name))
	_, err = os.ReadDir(folder)
	check(err)
	_, err = os.Stat(name)
	check(err)
	check(os.RemoveAll(folder))
	limited, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	output, err := exec.CommandContext(limited, "/bin/echo", "x").Output()
	check(err)
	reader, writer, err := os.Pipe()
	check(err)
	go func() { writer.Write(output); writer.Close() }()
	if text, _ := io.ReadAll(reader); string(text) != "x\n" {
		panic("pipe")
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGUSR1)
	syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	<-caught
	select {
	case <-time.After(time.Millisecond):
	}
	_, err = crand.Read(make([]byte, 8))
	check(err)
	rand.Seed(time.Now().UnixNano())
	for n := 0; n < 100; n++ {
		_ = make([]byte, 1<<20)
	}
	runtime.GC()
	debug.FreeOSMemory()
	os.Getwd()
	os.Hostname()
	_ = runtime.NumCPU() + rand.Intn(3)
	fmt.Print(line)
}
