#!/usr/bin/env python3
"""What NVIDIA's compiler makes of a kernel: registers, spills, instructions, seconds. No GPU is needed.

    pip install nvidia-cuda-nvcc-cu12 nvidia-cuda-nvrtc-cu12
    gyrosweep kernel scenarios/heavy_top.toml --precision df64 > top.wgsl
    python benches/kernels/ptxas.py top.wgsl

The entry point `advance` is written as CUDA C++, compiled to PTX by NVRTC and to machine code by ptxas. WGSL that unrolled
kernels without tables use is translated, and nothing else. A driver for Vulkan has another front end and clamps indices to the
buffers, so its figures are near these, and not the same.
"""

import argparse
import ctypes
import importlib.util
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOKEN = re.compile(
    r"//[^\n]*|(?P<number>0x[0-9a-fA-F]+u?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:lf|[fhui])?)"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>->|[|&^+*/%-]=|[<>=!]=|&&|\|\||<<|>>|\+\+|--|[^\s\w])"
)

# types and functions of WGSL, in the names of WGSL; no operation is fused, as in exact kernels
PRELUDE = """
#define F __device__ __forceinline__
using f32 = float; using f64 = double; using u32 = unsigned; using i32 = int;
template <class T> struct vec2 {
    T x, y;
    F vec2() {}
    F explicit vec2(T both) : x(both), y(both) {}
    F vec2(T x, T y) : x(x), y(y) {}
    F vec2 operator-() const { return vec2(-x, -y); }
};
template <class T> struct vec3 { T x, y, z; };
template <class T> struct vec4 { T x, y, z, w; };
template <class T, u32 N> struct array {
    T items[N];
    F T& operator[](u32 i) { return items[i]; }
    F const T& operator[](u32 i) const { return items[i]; }
};
template <class T> F T select(T otherwise, T chosen, bool is_chosen) { return is_chosen ? chosen : otherwise; }
template <class T, class S> F T bitcast(S x) {
    static_assert(sizeof(T) == sizeof(S), "sizes differ");
    T y;
    memcpy(&y, &x, sizeof(T));
    return y;
}
"""


class Translator:
    """From the tokens of a kernel in WGSL to CUDA C++."""

    def __init__(self, text):
        self.tokens = [m.group() for m in TOKEN.finditer(text) if m.lastgroup]
        self.at = 0
        self.structs = set()
        self.buffers = []

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected=None):
        token = self.peek()
        if token is None or expected not in (None, token):
            sys.exit(f"the kernel has {token!r} where {expected!r} is expected: {' '.join(self.tokens[self.at - 8:self.at + 8])}")
        self.at += 1
        return token

    def until(self, *ends):
        """The tokens up to one of these that is in no brackets, which is not taken."""
        depth, out = 0, []
        while depth > 0 or self.peek() not in ends:
            token = self.take()
            depth += (token in "([{") - (token in ")]}")
            out.append(token)
        return out

    def type(self):
        """A type, whose name may have others in angle brackets."""
        out = [self.take()]
        if self.peek() == "<":
            depth = 0
            while True:
                token = self.take()
                # two brackets that close are one token
                depth += {"<": 1, ">": -1, ">>": -2}.get(token, 0)
                out.append("> >" if token == ">>" else token)
                if depth <= 0:
                    break
        return " ".join(out)

    def arguments(self):
        """The arguments of an attribute, if there are any, which are dropped."""
        if self.peek() == "(":
            self.take()
            self.until(")")
            self.take(")")

    def fields(self, end):
        """Names with types up to a bracket: fields or arguments, of which attributes are dropped."""
        out = []
        while self.peek() != end:
            while self.peek() == "@":
                self.take()
                self.take()
                self.arguments()
            name = self.take()
            self.take(":")
            out.append((self.type(), name))
            if self.peek() == ",":
                self.take()
        self.take(end)
        return out

    def expression(self, tokens):
        """An expression: constructors of structures and arrays become braces, numbers lose the suffix of f64."""
        out, closing, depth, i = [], [], 0, 0
        while i < len(tokens):
            token = tokens[i]
            if token[0].isdigit() and token.endswith("lf"):
                token = token[:-2] + ("" if re.search(r"[.e]", token) else ".0")
            elif token == "array" or token in self.structs:
                rest = Translator("")
                rest.tokens = tokens[i:]
                token = rest.type()
                i += rest.at - 1
                if tokens[i + 1] == "(":
                    i += 1
                    token += "{{" if token.startswith("array") else "{"
                    depth += 1
                    closing.append((depth, "}}" if token.endswith("{{") else "}"))
            elif token in "([":
                depth += 1
            elif token in ")]":
                if closing and closing[-1][0] == depth:
                    token = closing.pop()[1]
                depth -= 1
            out.append(token)
            i += 1
        return " ".join(out)

    def variable(self):
        """A declaration without its semicolon; what has no value is zero."""
        kind, name = self.take(), self.take()
        declared = "auto"
        if self.peek() == ":":
            self.take()
            declared = self.type()
        value = "{}"
        if self.peek() == "=":
            self.take()
            value = self.expression(self.until(";"))
        return f"{'const ' if kind == 'let' else ''}{declared} {name} = {value}"

    def block(self):
        """Statements in braces."""
        self.take("{")
        out = []
        while self.peek() != "}":
            out.append(self.statement())
        self.take("}")
        return "{\n" + "\n".join(out) + "\n}"

    def statement(self):
        token = self.peek()
        if token == "{":
            return self.block()
        if token == "loop":
            self.take()
            return "for (;;) " + self.block()
        if token in ("if", "while"):
            self.take()
            text = f"{token} ({self.expression(self.until('{'))}) " + self.block()
            if token == "if" and self.peek() == "else":
                self.take()
                text += " else " + self.statement()
            return text
        if token == "for":
            self.take()
            self.take("(")
            first = self.variable() if self.peek() == "var" else self.expression(self.until(";"))
            self.take(";")
            condition = self.expression(self.until(";"))
            self.take(";")
            last = self.expression(self.until(")"))
            self.take(")")
            return f"for ({first}; {condition}; {last}) " + self.block()
        text = self.variable() if token in ("let", "var") else self.expression(self.until(";"))
        self.take(";")
        return text + ";"

    def declaration(self):
        """A declaration of a module; none where CUDA has no word for it."""
        attributes = []
        while self.peek() == "@":
            self.take()
            attributes.append(self.take())
            self.arguments()
        word = self.take()
        if word == "alias":
            name = self.take()
            self.take("=")
            declared = self.type()
            self.take(";")
            return f"using {name} = {declared};"
        if word == "const":
            name = self.take()
            if self.peek() == ":":
                self.take()
                self.type()
            self.take("=")
            value = self.expression(self.until(";"))
            self.take(";")
            return f"#define {name} ({value})"
        if word == "struct":
            name = self.take()
            self.structs.add(name)
            self.take("{")
            fields = " ".join(f"{declared} {field};" for declared, field in self.fields("}"))
            return f"struct {name} {{ {fields} }};"
        if word == "var":
            self.take("<")
            space = self.until(">")
            self.take(">")
            name = self.take()
            self.take(":")
            declared = self.type()
            self.take(";")
            if space[0] == "uniform":
                return f"__constant__ {declared} {name};"
            if space[0] != "storage":
                sys.exit(f"{name} is in the address space {space[0]!r}: only unrolled kernels without tables are translated")
            item = re.fullmatch(r"array < (.*) >", declared).group(1)
            self.buffers.append(f"{'const ' if 'read' in space else ''}{item}* __restrict__ {name}")
            return None
        if word == "fn":
            name = self.take()
            self.take("(")
            arguments = self.fields(")")
            result = "void"
            if self.peek() == "->":
                self.take()
                result = self.type()
            body = self.block()
            if "compute" not in attributes:
                given = ", ".join(f"{declared} {argument}" for declared, argument in arguments)
                return f"F {result} {name}({given}) {body}"
            if name != "advance":
                return None
            ids = "".join(f"const {declared} {argument}{{blockIdx.x * 64u + threadIdx.x, 0u, 0u}};\n" for declared, argument in arguments)
            head = f'extern "C" __global__ void __launch_bounds__(64, 1) {name}({", ".join(self.buffers)})'
            return f"{head} {{\n{ids}{body}\n}}"
        sys.exit(f"the kernel has a declaration {word!r}, which is not translated")

    def translate(self):
        out = []
        while self.peek():
            out.append(self.declaration())
        if len(self.buffers) > 7:
            sys.exit("the kernel has instructions or tables in buffers: only unrolled kernels without tables are translated")
        return PRELUDE + "\n".join(part for part in out if part) + "\n"


def package(name):
    """The folder of a package of NVIDIA."""
    try:
        found = importlib.util.find_spec(f"nvidia.{name}")
    except ModuleNotFoundError:
        found = None
    if found is None:
        sys.exit("NVIDIA's compilers are missing: pip install nvidia-cuda-nvcc-cu12 nvidia-cuda-nvrtc-cu12")
    return Path(list(found.submodule_search_locations)[0])


def ptx(nvrtc, source, architecture, is_double):
    """The PTX of a program by NVRTC, which is in this folder, and the CPU time that it takes, s."""
    nvrtc = ctypes.CDLL(str(next((nvrtc / "lib").glob("libnvrtc.so.*"))))
    options = [f"--gpu-architecture=compute_{architecture}", "-fmad=false", "-default-device"]
    # WGSL asks for no more in single precision
    options += [] if is_double else ["-prec-div=false", "-prec-sqrt=false"]
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
    began = time.process_time()
    failed = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*[o.encode() for o in options]))
    seconds = time.process_time() - began
    size_of, get = (nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog) if failed else (nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)
    size = ctypes.c_size_t()
    size_of(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    get(program, text)
    if failed:
        sys.exit("NVRTC refuses the kernel:\n" + text.value.decode()[:4000])
    return text.value.decode(), seconds


def instructions(cubin):
    """The number of machine instructions, of 16 bytes each, in the code of an ELF file."""
    (table,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", cubin, table + i * size) for i in range(count)]
    first = sections[names][4]
    name = lambda section: cubin[first + section[0] : cubin.index(b"\0", first + section[0])]
    return sum(section[5] // 16 for section in sections if name(section).startswith(b".text"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="+", type=Path, metavar="KERNEL.wgsl", help="texts that `gyrosweep kernel` prints")
    parser.add_argument("--architecture", default="90", help="of the GPU: 80 is an A100, 90 an H100 [default: 90]")
    parser.add_argument("--limit", type=float, default=300, help="time that ptxas may take, s [default: 300]")
    arguments = parser.parse_args()
    compilers = [package("cuda_nvrtc"), package("cuda_nvcc")]
    print("| kernel | registers | stack, spill stores, spill loads (B) | instructions | NVRTC, CPU s | ptxas, CPU s |\n|---|---|---|---|---|---|")
    for path in arguments.kernels:
        text = path.read_text()
        assembly, first = ptx(compilers[0], Translator(text).translate(), arguments.architecture, "alias real = f64" in text)
        with tempfile.TemporaryDirectory() as folder:
            source, code = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
            source.write_text(assembly)
            command = [compilers[1] / "bin" / "ptxas", f"-arch=sm_{arguments.architecture}", "-v", "-O3", source, "-o", code]
            began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.limit)
            except subprocess.TimeoutExpired:
                print(f"| {path.stem} | - | - | - | {first:.1f} | more than {arguments.limit:.0f} |")
                continue
            second = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
            if done.returncode:
                sys.exit(f"ptxas refuses {path}:\n{done.stderr[:4000]}")
            told = lambda pattern: re.search(pattern, done.stderr).group(1)
            registers = told(r"Used (\d+) registers")
            spills = [told(rf"(\d+) bytes {what}") for what in ("stack frame", "spill stores", "spill loads")]
            count = instructions(code.read_bytes())
            print(f"| {path.stem} | {registers} | {', '.join(spills)} | {count:,} | {first:.1f} | {second:.1f} |")


if __name__ == "__main__":
    main()
