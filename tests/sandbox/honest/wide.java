// Uses much of Java's library, then prints its input.
import java.io.*;
import java.math.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Wide {
    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
    static int endless(int n) { return 1 + endless(n + 1); }

    public static void main(String[] words) throws Exception {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
        ExecutorService pool = Executors.newFixedThreadPool(100);
        CyclicBarrier all = new CyclicBarrier(100);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) { int n = i; futures.add(pool.submit(() -> { all.await(); return n; })); }
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        pool.shutdown();
        if (!pool.awaitTermination(5, TimeUnit.SECONDS) || sum != 4950) System.exit(2);
        if (IntStream.range(0, 1000000).parallel().sum() != 1783293664) System.exit(3);
        int[] results = new int[1];
        Thread thread = new Thread(null, () -> results[0] = deep(20000), "deep", 64 << 20);
        thread.start();
        thread.join();
        int caught = 0;
        try { endless(0); } catch (StackOverflowError error) { caught++; }
        try { long[] huge = new long[Integer.MAX_VALUE / 2]; caught += huge.length; } catch (OutOfMemoryError error) { caught++; }
        try { ((Object) null).hashCode(); } catch (NullPointerException error) { caught++; }
        Path folder = Files.createTempDirectory(Path.of("."), "wide"), file = folder.resolve("file");
        Files.writeString(file, "text");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4);
            map.put(0, (byte) 'n');
            map.force();
            channel.lock().release();
        }
        Files.copy(file, folder.resolve("copy"));
        Files.move(folder.resolve("copy"), folder.resolve("moved"), StandardCopyOption.ATOMIC_MOVE);
        try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw")) { random.setLength(2); }
        try (Stream<Path> paths = Files.walk(folder)) { for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path); }
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        MessageDigest.getInstance("SHA-256").digest(bytes);
        UUID.randomUUID();
        BigInteger.TWO.pow(10000).toString();
        for (int i = 0; i < 20; i++) bytes = new byte[1 << 20];
        System.gc();
        Thread.sleep(1);
        System.nanoTime();
        new Date().toString();
        Process process = new ProcessBuilder("/bin/echo", "x").start();
        if (process.waitFor() != 0 || process.getInputStream().read() != 'x') System.exit(4);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(line)));
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        timer.schedule(() -> 1, 1, TimeUnit.MILLISECONDS).get();
        timer.shutdown();
        if (caught != 3 || results[0] != 20000) System.exit(5);
    }
}
