// Integrates a robot with Pinocchio: the classical Runge-Kutta method of order 4, four times articulated bodies per step.
//
//     pinocchio_steps MODEL STARTS ENDS STEPS STEP_LENGTH local|world
//
// MODEL is the text that robots.py writes of a model of Pinocchio's: a line with the number of joints and gravity, then a
// line per joint. STARTS has coordinates and velocities of all members, one after the other, as doubles; ENDS gets what
// they are after STEPS steps. Only headers are used, so that all of Pinocchio is compiled for this processor.
//
// A floating base moves on SE(3): the method is that of Munthe-Kaas, v + [u, v] / 2 + [u, [u, v]] / 12 being the rate of
// the increment u. All other joints have increments that add, so that it is the classical method.

#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/multibody.hpp>

namespace pin = pinocchio;
using Eigen::VectorXd;

pin::JointModel joint_of(const std::string& kind, const Eigen::Vector3d& axis) {
    if (kind == "JointModelRX") return pin::JointModelRX();
    if (kind == "JointModelRY") return pin::JointModelRY();
    if (kind == "JointModelRZ") return pin::JointModelRZ();
    if (kind == "JointModelPX") return pin::JointModelPX();
    if (kind == "JointModelPY") return pin::JointModelPY();
    if (kind == "JointModelPZ") return pin::JointModelPZ();
    if (kind == "JointModelRUBX") return pin::JointModelRUBX();
    if (kind == "JointModelRUBY") return pin::JointModelRUBY();
    if (kind == "JointModelRUBZ") return pin::JointModelRUBZ();
    if (kind == "JointModelRevoluteUnaligned") return pin::JointModelRevoluteUnaligned(axis);
    if (kind == "JointModelRevoluteUnboundedUnaligned") return pin::JointModelRevoluteUnboundedUnaligned(axis);
    if (kind == "JointModelPrismaticUnaligned") return pin::JointModelPrismaticUnaligned(axis);
    if (kind == "JointModelFreeFlyer") return pin::JointModelFreeFlyer();
    throw std::runtime_error("no joint of the kind " + kind);
}

struct Robot {
    pin::Model model;
    VectorXd damping;
    bool floating = false;

    explicit Robot(const char* path) {
        std::ifstream in(path);
        in.exceptions(std::ios::failbit | std::ios::badbit);
        int joints;
        Eigen::Vector3d gravity;
        in >> joints >> gravity[0] >> gravity[1] >> gravity[2];
        model.gravity.linear(gravity);
        std::vector<double> resistance;
        for (int i = 0; i < joints; ++i) {
            std::string kind;
            pin::JointIndex parent;
            Eigen::Vector3d axis, at, centre;
            Eigen::Matrix3d rotation, inertia;
            double mass, armature, damped;
            auto read = [&](auto& matrix) {
                for (int k = 0; k < matrix.rows() * matrix.cols(); ++k) in >> matrix(k / matrix.cols(), k % matrix.cols());
            };
            in >> kind >> parent;
            read(axis), read(at), read(rotation);
            in >> mass;
            read(centre), read(inertia);
            in >> armature >> damped;
            const auto joint = joint_of(kind, axis);
            const auto index = model.addJoint(parent, joint, pin::SE3(rotation, at), "joint" + std::to_string(i));
            model.appendBodyToJoint(index, pin::Inertia(mass, centre, pin::Symmetric3(inertia)));
            model.armature.segment(model.joints[index].idx_v(), model.joints[index].nv()).setConstant(armature);
            resistance.insert(resistance.end(), model.joints[index].nv(), damped);
            floating = floating || kind == "JointModelFreeFlyer";
        }
        damping = Eigen::Map<VectorXd>(resistance.data(), model.nv);
    }
};

class Stepper {
public:
    Stepper(const Robot& robot, pin::Convention convention)
        : robot(robot), model(robot.model), data(model), convention(convention), torque(model.nv), at(model.nq), q(model.nq),
          v(model.nv), increment(model.nv) {
        for (int i = 0; i < 4; ++i) rate[i].resize(model.nv), acceleration[i].resize(model.nv);
    }

    void step(double h) {
        evaluate(0, q, v, nullptr);
        intermediate(1, 0.5 * h);
        intermediate(2, 0.5 * h);
        intermediate(3, h);
        increment.noalias() = h / 6 * (rate[0] + 2 * rate[1] + 2 * rate[2] + rate[3]);
        v.noalias() += h / 6 * (acceleration[0] + 2 * acceleration[1] + 2 * acceleration[2] + acceleration[3]);
        pin::integrate(model, q, increment, at);
        q.swap(at);
    }

private:
    const Robot& robot;
    const pin::Model& model;
    pin::Data data;
    pin::Convention convention;
    VectorXd torque, at;

    void intermediate(int stage, double h) {
        increment.noalias() = h * rate[stage - 1];
        pin::integrate(model, q, increment, at);
        velocity.noalias() = v + h * acceleration[stage - 1];
        evaluate(stage, at, velocity, &increment);
    }

    void evaluate(int stage, const VectorXd& position, const VectorXd& speed, const VectorXd* moved) {
        torque.noalias() = -robot.damping.cwiseProduct(speed);
        acceleration[stage] = pin::aba(model, data, position, speed, torque, convention);
        rate[stage] = speed;
        if (robot.floating && moved) {
            const pin::Motion u(moved->head<6>()), w(speed.head<6>()), turned = u.cross(w);
            rate[stage].head<6>() += (0.5 * turned + 1.0 / 12 * u.cross(turned)).toVector();
        }
    }

public:
    VectorXd q, v;

private:
    VectorXd increment, velocity, rate[4], acceleration[4];
};

int main(int count, char** arguments) {
    if (count != 7) throw std::runtime_error("six arguments");
    const Robot robot(arguments[1]);
    const int size = robot.model.nq + robot.model.nv;
    std::ifstream in(arguments[2], std::ios::binary | std::ios::ate);
    std::vector<double> states(in.tellg() / sizeof(double));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(states.data()), states.size() * sizeof(double));
    const long steps = std::stol(arguments[4]);
    const double h = std::stod(arguments[5]);
    Stepper stepper(robot, std::string(arguments[6]) == "world" ? pin::Convention::WORLD : pin::Convention::LOCAL);
    for (std::size_t first = 0; first < states.size(); first += size) {
        double* state = states.data() + first;
        stepper.q = Eigen::Map<VectorXd>(state, robot.model.nq);
        stepper.v = Eigen::Map<VectorXd>(state + robot.model.nq, robot.model.nv);
        for (long k = 0; k < steps; ++k) stepper.step(h);
        Eigen::Map<VectorXd>(state, robot.model.nq) = stepper.q;
        Eigen::Map<VectorXd>(state + robot.model.nq, robot.model.nv) = stepper.v;
    }
    std::ofstream out(arguments[3], std::ios::binary);
    out.write(reinterpret_cast<const char*>(states.data()), states.size() * sizeof(double));
    return out.good() ? 0 : 1;
}
