// Parses the robots.txt files of a folder with Google's parser and checks one URL of each, like corpus.ts.
// Build it next to robots.cc and robots.h of github.com/google/robotstxt, with Abseil (Debian: libabsl-dev):
//   g++ -O2 -std=c++17 -I. google-corpus.cc robots.cc $(pkg-config --libs absl_strings) -o google-corpus
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "robots.h"

int main(int, char** arguments) {
  std::vector<std::string> bodies;
  size_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(arguments[1])) {
    std::ifstream stream(file.path(), std::ios::binary);
    bodies.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    bytes += bodies.back().size();
  }
  const std::string agent = "ExampleBot";
  const std::string url = "https://www.example.com/news/2026/robots.html?page=2";
  const auto milliseconds = [&](size_t count) {
    const auto start = std::chrono::steady_clock::now();
    for (size_t file = 0; file < count; file++) {
      googlebot::RobotsMatcher matcher;
      matcher.OneAgentAllowedByRobots(bodies[file], agent, url);
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    return took.count();
  };
  const double cold = milliseconds(std::min<size_t>(100, bodies.size()));
  std::vector<double> passes;
  for (int pass = 0; pass < 20; pass++) passes.push_back(milliseconds(bodies.size()));
  std::sort(passes.begin(), passes.end());
  std::printf("{\"files\":%zu,\"bytes\":%zu,\"cold\":%f,\"warm\":%f}", bodies.size(), bytes, cold, passes[10]);
}
