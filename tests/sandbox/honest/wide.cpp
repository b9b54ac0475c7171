// Uses much of the C++ library, then prints its input.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <random>
#include <regex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
    std::string line;
    std::getline(std::cin, line);
    auto later = std::async(std::launch::async, [] { return 7; });
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable condition;
    int ready = 0;
    for (int i = 0; i < 8; i++) threads.emplace_back([&] { std::lock_guard guard(mutex); ready++; condition.notify_all(); });
    { std::unique_lock lock(mutex); condition.wait_for(lock, std::chrono::seconds(5), [&] { return ready == 8; }); }
    for (auto &thread : threads) thread.join();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::random_device device;
    std::mt19937_64 random(device() ^ std::chrono::steady_clock::now().time_since_epoch().count());
    std::vector<int> many(1 << 20);
    std::iota(many.begin(), many.end(), 0);
    std::shuffle(many.begin(), many.end(), random);
    int caught = 0;
    try { throw std::runtime_error("x"); } catch (const std::exception &) { caught++; }
    volatile std::size_t size = 1UL << 46;
    try { std::vector<char> huge(size); } catch (const std::bad_alloc &) { caught++; }
    try { auto failed = std::async(std::launch::async, []() -> int { throw 1; }); failed.get(); } catch (int) { caught++; }
    std::filesystem::create_directories("a/b");
    std::ofstream("a/b/file") << "text" << std::flush;
    std::filesystem::copy_file("a/b/file", "a/copy");
    std::filesystem::rename("a/copy", "a/moved");
    std::filesystem::resize_file("a/moved", 2);
    std::filesystem::create_symlink("moved", "a/link");
    for (auto &entry : std::filesystem::recursive_directory_iterator("a")) caught += entry.path() == "a/moved";
    std::filesystem::remove_all("a");
    std::string text = std::regex_replace(line, std::regex("\\s+$"), "");
    auto hardware = std::thread::hardware_concurrency();
    if (later.get() == 7 && ready == 8 && caught == 4 && hardware > 0 && std::system("exit 0") == 0) std::cout << text << std::endl;
}
