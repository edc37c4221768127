"""A small value and policy net from the positions of selfplay.py, written as ONNX.

    python train.py connect4.npz --out connect4.onnx

Input: planes of states, (states, planes, rows, columns). Outputs: a value for each state, -1 to 1, Max's view; logits of the moves,
indexed by action. `onnx(file=connect4.onnx)` reads them. Needs PyTorch; a GPU is used if there is one.
"""

import argparse

import numpy as np
import torch
from torch import nn
from torch.nn import functional as f


class Block(nn.Module):
    """Two convolutions with a shortcut."""

    def __init__(self, channels):
        super().__init__()
        self.first, self.second = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.norm, self.other = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, x):
        return f.relu(x + self.other(self.second(f.relu(self.norm(self.first(x))))))


class Net(nn.Module):
    """A residual net with a value head and a policy head."""

    def __init__(self, shape, actions, channels, blocks):
        super().__init__()
        planes, rows, columns = shape
        self.stem = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()
        )
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.value = nn.Sequential(
            nn.Conv2d(channels, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(2 * rows * columns, 32), nn.ReLU(), nn.Linear(32, 1)
        )
        self.policy = nn.Sequential(
            nn.Conv2d(channels, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * rows * columns, actions)
        )

    def forward(self, planes):
        x = self.blocks(self.stem(planes))
        return torch.tanh(self.value(x)), self.policy(x)


def mirrored(planes, shares):
    """The mirror image, columns exchanged. Actions are columns, or squares row by row with a pass behind them."""
    columns = planes.shape[-1]
    squares = shares.shape[1] // columns * columns
    boards = shares[:, :squares].reshape(len(shares), -1, columns).flip(2).reshape(len(shares), squares)
    return planes.flip(3), torch.cat([boards, shares[:, squares:]], 1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data")
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--channels", type=int, default=48)
    arguments.add_argument("--blocks", type=int, default=3)
    arguments.add_argument("--epochs", type=int, default=12)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = np.load(given.data)
    planes = torch.from_numpy(data["planes"]).float()
    shares = torch.from_numpy(data["shares"].astype(np.float32))
    results = torch.from_numpy(data["results"]).float()
    # Positions of one game lie side by side, so that the last tenth are other games.
    held = len(planes) // 10
    images, images_shares = mirrored(planes[:-held], shares[:-held])
    train = [
        torch.cat(pair).to(device)
        for pair in ((planes[:-held], images), (shares[:-held], images_shares), (results[:-held], results[:-held]))
    ]
    test = [column[-held:].to(device) for column in (planes, shares, results)]
    net = Net(planes.shape[1:], shares.shape[1], given.channels, given.blocks).to(device)
    batch, count = 1024, len(train[0])
    steps = given.epochs * (count // batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for epoch in range(given.epochs):
        net.train()
        order = torch.randperm(count, device=device)
        for start in range(0, count - batch + 1, batch):
            chosen = order[start : start + batch]
            values, logits = net(train[0][chosen])
            loss = f.mse_loss(values[:, 0], train[2][chosen]) + f.cross_entropy(logits, train[1][chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        net.eval()
        with torch.no_grad():
            values, logits = net(test[0])
            error = f.mse_loss(values[:, 0], test[2]).item()
            agrees = (logits.argmax(1) == test[1].argmax(1)).float().mean().item()
        print(f"epoch {epoch + 1}: squared error of the value {error:.4f}, best move {agrees:.3f}", flush=True)
    net.eval().cpu()
    torch.onnx.export(
        net,
        (planes[:2],),
        given.out,
        input_names=["planes"],
        output_names=["value", "policy"],
        dynamic_axes={name: {0: "states"} for name in ("planes", "value", "policy")},
        dynamo=False,
    )
    torch.jit.trace(net, planes[:2]).save(given.out.replace(".onnx", ".pt"))


if __name__ == "__main__":
    main()
