"""The traced net of an ONNX file that train.py wrote, for contest.py:

    python traced.py connect4.onnx     # writes connect4.pt

Needs PyTorch and onnx. The file holds convolutions with the normalisations folded in, in the order of train.Net.
"""

import sys

import onnx
import torch
from onnx import numpy_helper
from torch import nn
from train import Net


def weights(file):
    """Weights and biases of all layers, in the order in which they are computed."""
    graph = onnx.load(file).graph
    tensors = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            yield tuple(tensors[name] for name in node.input[1:])


def traced(file):
    """The net of the file."""
    layers = list(weights(file))
    channels, planes = layers[0][0].shape[:2]
    # One for the stem, two for each block, three for the value, two for the policy.
    blocks = (len(layers) - 6) // 2
    rows, columns = (6, 7) if layers[-1][0].shape[0] == 7 else (8, 8)
    net = Net((planes, rows, columns), layers[-1][0].shape[0], channels, blocks)
    for block in net.blocks:
        block.norm = block.other = nn.Identity()
    net.stem[1] = nn.Identity()
    own = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    for module, (weight, bias) in zip(own, layers, strict=True):
        module.weight, module.bias = nn.Parameter(weight), nn.Parameter(bias)
    return torch.jit.trace(net.eval(), torch.zeros(2, planes, rows, columns))


if __name__ == "__main__":
    traced(sys.argv[1]).save(sys.argv[1].replace(".onnx", ".pt"))
