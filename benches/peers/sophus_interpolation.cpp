// The geodesic mean of four motions with weights, as Sophus computes means of SE(3): from the first of them, by the mean of the
// logarithms of the others seen from it, until that is rounding (`iterativeMean` of its `average.hpp`, with weights). With the
// argument `newton` by Newton's method, whose steps are the solution of six linear equations: fewer, each of which costs more.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <Eigen/Dense>

#include "se3.hpp"

using Motion = Sophus::SE3d;
using Twist = Eigen::Matrix<double, 6, 1>;
using Block = Eigen::Matrix<double, 6, 6>;

struct Member {
    double weights[4];
    Motion nodes[4];
};

// The formula of `benches/interpolation.rs`.
static double number(int member, int i) { return std::sin(1.7 * (member * 50 + i) + 0.3); }

static Eigen::Vector3d vector(int member, int i, double size) {
    return size * Eigen::Vector3d(number(member, i), number(member, i + 1), number(member, i + 2));
}

static double parameter(int member) { return 0.8 * number(member, 49); }

static void cardinal(double eta, double* weights) {
    const double nodes[4] = {-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0};
    for (int k = 0; k < 4; ++k) {
        weights[k] = 1.0;
        for (int j = 0; j < 4; ++j)
            if (j != k) weights[k] *= (eta - nodes[j]) / (nodes[k] - nodes[j]);
    }
}

// T^-1(-v) of SE(3) by the first terms of its series in the adjoint map: exact enough for a step of Newton's method.
static Block tangent_inverse(const Twist& v) {
    Block ad = Block::Zero();
    ad.topLeftCorner<3, 3>() = ad.bottomRightCorner<3, 3>() = Sophus::SO3d::hat(v.tail<3>());
    ad.topRightCorner<3, 3>() = Sophus::SO3d::hat(v.head<3>());
    const Block square = ad * ad;
    return Block::Identity() - 0.5 * ad + square / 12.0 - square * square / 720.0;
}

static Motion mean(const Member& member, bool newton) {
    Motion at = member.nodes[0];
    for (int step = 0; step < 60; ++step) {
        const Motion back = at.inverse();
        Twist sum = Twist::Zero();
        Block slope = Block::Zero();
        for (int k = 0; k < 4; ++k) {
            const Twist s = (back * member.nodes[k]).log();
            sum += member.weights[k] * s;
            if (newton) slope += member.weights[k] * tangent_inverse(s);
        }
        const bool done = sum.norm() < 1e-12;
        if (newton) sum = slope.partialPivLu().solve(sum);
        at = at * Motion::exp(sum);
        if (done) break;
    }
    return at;
}

int main(int count, char** arguments) {
    const bool newton = count > 1 && std::strcmp(arguments[1], "newton") == 0;
    std::vector<Member> members(4096);
    std::vector<double> parameters(members.size());
    for (size_t m = 0; m < members.size(); ++m) {
        parameters[m] = parameter(m);
        for (int k = 0; k < 4; ++k)
            members[m].nodes[k] = Motion(Sophus::SO3d::exp(vector(m, 6 * k + 3, 0.35)), vector(m, 6 * k, 2.0));
    }
    double best = INFINITY, sum = 0.0;
    for (int round = 0; round < 20; ++round) {
        const auto start = std::chrono::steady_clock::now();
        sum = 0.0;
        for (size_t m = 0; m < members.size(); ++m) {
            cardinal(parameters[m], members[m].weights);
            const Motion found = mean(members[m], newton);
            sum += found.translation().sum() + found.unit_quaternion().coeffs().sum();
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
    }
    std::printf("geodesic sophus_%s %.1f ns sum %.9f\n", newton ? "newton" : "fixed_point", best * 1e9 / members.size(), sum);
}
