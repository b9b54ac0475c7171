"""Games played at random: pawns move by the rules, pieces anywhere, and in some games some pawns do not."""

from problems.common.lines import FEW, MOST_CRLF, crlf_across_blocks, line_end
from problems.common.shrinking import fewer

FILES, RANKS = "abcdefgh", "12345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]
START = "N" * 8 + "P" * 8 + "." * 32 + "p" * 8 + "n" * 8  # white P and N for pawns and pieces; a1 first
PLIES = 80  # half-moves of a long game
MOST_GAMES, MOST_MOVES, MOST_BYTES = 33_000, 33_000, 800_000  # that the statement allows
MOST_PLAYED = 8000  # half-moves that are drawn one by one
BAD_SHARE = 0.25  # of the long games; of the short ones it is half
ENDLESS_SHARE = TINY_SHARE = CRLF_SHARE = 0.05  # of the inputs that are not short
TWICE_SHARE = 0.03  # of the half-moves: a side moves that is not to move
TRIES = 1000  # to find a move, before a game ends
PLAIN_SHARE = 0.7  # of the short inputs: the rest uses what the statement promises of line ends
# Where pawns go wrong most: up to two files and three ranks away, counted so that file a lies beyond file h.
STEPS = [8 * ranks + files for ranks in range(-3, 4) for files in range(-2, 3)]
# What chance hardly ever comes to: en passant, pawns on the last rank, castling, kings on their rooks, pieces
# that stay.
TRAPS = [
    "e2e4 e4e5 d7d5 e5d6",
    "d7d5 d5d4 c2c4 d4c3",
    "a2a4 a4a5 a5a6 a6b7 b7a8 a8c8",
    "h7h5 h5h4 h4h3 h3g2 g2h1 h1h2",
    "e1g1 h1h3 h2h3",
    "e8c8 a8a6 a7a6",
    "h7h5 h5h4 h4h3 h3g2 e1h1 g2h1",
    "a2a4 a4a5 a5a6 a6b7 e8a8 b7a8",
    "b1d3 d3d3 d2d3",
]
TRAP_SHARE = 0.05  # of the short games
CASTLING = {4: (2, 6), 60: (58, 62)}
CAPTURES = {"p": 0.2, "n": 0.05}  # how often a piece takes another that it meets


def pawn_targets(board, source):
    """Return the squares that the pawn on a square may move to."""
    white = board[source] == "P"
    ahead, enemies = (8, "pn") if white else (-8, "PN")
    one = source + ahead
    if not 0 <= one < 64:
        return []
    targets = []
    if board[one] == ".":
        targets.append(one)
        if source >> 3 == (1 if white else 6) and board[one + ahead] == ".":
            targets.append(one + ahead)
    for side in (-1, 1):
        if 0 <= (source & 7) + side < 8 and board[one + side] in enemies:
            targets.append(one + side)
    return targets


def squares_of(board, letters):
    """Return the squares where one of some letters stands."""
    return [square for square in range(64) if board[square] in letters]


def good_move(random, board, own, spared):
    """Return a move, source and target, of a side ("PN" or "pn") that is no incorrect pawn move.

    None if the side has hardly a move left. Pawns are spared by pieces or not.
    """
    pawn, piece = own
    if piece not in board and not any(pawn_targets(board, source) for source in squares_of(board, pawn)):
        return None
    for _ in range(TRIES):
        source = any_square(random)
        if board[source] == pawn:
            targets = pawn_targets(board, source)
            if targets:
                return source, random.choice(targets)
        elif board[source] == piece:
            target = piece_target(random, source)
            if board[target] == "." or (not spared and random.random() < CAPTURES[board[target].lower()]):
                return source, target
    return None


def piece_target(random, source):
    """Return the square where a piece would like to go: anywhere, now and then nowhere, or to castle."""
    if random.random() < 0.02:
        return source
    return random.choice(CASTLING[source]) if source in CASTLING else any_square(random)


def any_square(random):
    """Return a square, four times as fast as random.randrange(64)."""
    return int(64 * random.random())


def bad_move(random, board, own):
    """Return an incorrect move of a pawn: anywhere, onto a piece, or along the file; None without a pawn."""
    pawns = squares_of(board, own[0])
    if not pawns:
        return None
    source = random.choice(pawns)
    correct = pawn_targets(board, source)
    targets = [source + step for step in STEPS if 0 <= source + step < 64 and source + step not in correct]
    # Each of these has the pawn's own square, at least.
    occupied = [target for target in targets if board[target] != "."]
    same_file = [target for target in targets if (target - source) % 8 == 0]
    return source, random.choice(random.choice([targets, occupied, same_file]))


def game(random, plies, bad, spared=False, opening=""):
    """Return a game: an opening and then half-moves; those whose numbers are in `bad` are incorrect."""
    board = list(START)
    moves = opening.split()
    for move in moves:
        carry_out(board, SQUARES.index(move[:2]), SQUARES.index(move[2:]))
    for ply in range(plies):
        own, other = ("pn", "PN") if (ply % 2) != (random.random() < TWICE_SHARE) else ("PN", "pn")
        move = bad_move(random, board, own) if ply in bad else None
        move = move or good_move(random, board, own, spared) or good_move(random, board, other, spared)
        if move is None:
            break
        source, target = move
        carry_out(board, source, target)
        moves.append(SQUARES[source] + SQUARES[target])
    return " ".join(moves)


def carry_out(board, source, target):
    """Move what stands on the source square to the target square."""
    piece, board[source] = board[source], "."
    board[target] = piece


def maybe_bad_game(random, plies, share):
    """Return a game of this many half-moves, with up to three incorrect ones in a share of the games."""
    bad = set()
    if plies > 0 and random.random() < share:
        bad = {random.randrange(plies) for _ in range(random.randrange(1, 4))}
    return game(random, plies, bad)


def endless_game(random, plies):
    """Return a game without an incorrect move but its last one.

    A very long one begins with pieces that go somewhere and come back, which is quickly made.
    """
    trips = max(plies - MOST_PLAYED, 0) // 4
    played = plies - 4 * trips
    trips = [round_trip(random) for _ in range(trips)]
    return " ".join([*trips, game(random, played, {played - 1}, spared=True)])


def round_trip(random):
    """Return four half-moves from the first position to itself: a piece of each side leaves and returns."""
    white, black = random.choice(SQUARES[:8]), random.choice(SQUARES[56:])
    there, over_there = random.sample(SQUARES[16:48], 2)
    return f"{white}{there} {black}{over_there} {there}{white} {over_there}{black}"


def games_of_length(length):
    """Return games of this total length (bytes), with CR LF between two of them."""
    empty = 3 * (length + 1) % 5  # games of two bytes, their CR LF; the other one has five a move, less one
    moves = (length - 2 * empty + 1) // 5
    knight = (["g1f3", "f3g1"] * moves)[: moves - 1]
    return [""] * empty + [" ".join([*knight, "e2e4"])]  # a CR left in e2e4 shows


def short_games(random, count):
    """Return games (lines) of up to 39 half-moves; one in eight has none, and some are traps."""
    games = []
    for _ in range(count):
        plies = random.randrange(1, 40) if random.random() < 0.875 else 0
        if random.random() < TRAP_SHARE:
            games.append(game(random, plies, (), opening=random.choice(TRAPS)))
        else:
            games.append(maybe_bad_game(random, plies, 0.5))
    return games


def generate(random, size):
    """Return an input of `size` games: short ones if they are few, otherwise mostly of 80 half-moves.

    Now and then, many games are of two half-moves at most; or have CR LF, cut by the ends of blocks; or there
    is one game of `size` half-moves. Beyond 33,000, `size` is the number of bytes.
    """
    if size > MOST_GAMES:
        return text_of_bytes(random, size)
    if size <= FEW:
        return joined(random, short_games(random, size))
    kind = random.random()
    if kind < ENDLESS_SHARE:
        return text_of([endless_game(random, min(size, MOST_MOVES))])
    if kind > 1 - CRLF_SHARE:
        share = min((MOST_CRLF - 3 * size) / (50 * size), 1)  # of the games that have moves
        plies = [random.randrange(20) if random.random() < share else 0 for _ in range(size)]
        games = [maybe_bad_game(random, number, 0.5) for number in plies]
        return crlf_across_blocks([str(size), *games], games_of_length)
    if kind < ENDLESS_SHARE + TINY_SHARE:
        games = [maybe_bad_game(random, random.randrange(3), 0.5) for _ in range(size)]
    else:
        games = [maybe_bad_game(random, PLIES, BAD_SHARE) for _ in range(size)]
    return text_of(games)


def text_of_bytes(random, size):
    """Return an input of `size` bytes, with as many of MOST_GAMES in proportion as of MOST_BYTES."""
    count = MOST_GAMES * size // MOST_BYTES
    rest = size - len("%d\n" % count)
    empty = rest % 5  # games of one byte; the others have five a move
    moves, played = rest // 5, count - empty
    ends = [maybe_bad_game(random, 2, 0.75).split() for _ in range(500)]
    games = [""] * empty
    for i in range(played):
        plies = moves * (i + 1) // played - moves * i // played
        games.append(" ".join([round_trip(random), *random.choice(ends)[: plies - 4]]))
    random.shuffle(games)
    return text_of(games)


def text_of(games, end="\n"):
    """Return the input that has these games."""
    return end.join([str(len(games)), *games]) + end


def joined(random, games):
    """Return the input that has these games; one of three has other line ends than a LF after each line."""
    if random.random() < PLAIN_SHARE:
        return text_of(games)
    end = random.choice(["\n", "\r\n"])
    text = text_of(games, end)
    if games[-1] and random.random() < 0.5:
        return text[: -len(end)]
    return text + end * random.randrange(3)


def shrink(text):
    """Yield smaller inputs: plain line ends, half of the games, one less, a game cut short, a move less."""
    end = line_end(text)
    lines = text.split(end)
    count = int(lines[0])
    games, tail = lines[1 : count + 1], lines[count + 1 :]
    plain = text_of(games)
    if text != plain:
        yield plain
        for other in (text_of(games, end), text.replace("\r\n", "\n")):
            if len(other) < len(text):
                yield other
        if len(tail) > 2:  # two empty lines at the end, where one may be enough
            yield text[: -len(end)]
    for smaller in smaller_lists(games):
        if tail or smaller[-1]:
            yield end.join([str(len(smaller)), *smaller, *tail])


def smaller_lists(games):
    """Yield smaller lists of games (lines), the largest cut first."""
    yield from fewer(games)
    for i, line in enumerate(games):
        for moves in shorter_games(line.split()):
            if starts_from_pieces(moves):
                yield [*games[:i], " ".join(moves), *games[i + 1 :]]


def shorter_games(moves):
    """Yield lists without some of the moves, the largest cut first."""
    size = (len(moves) + 1) // 2
    while size > 0:
        # From the end, since what follows the first incorrect move does not matter.
        for end in range(len(moves), 0, -size):
            yield moves[: max(end - size, 0)] + moves[end:]
        size //= 2
    yield from games_without_a_detour(moves)


def games_without_a_detour(moves):
    """Yield lists in which a piece does not move at all, or goes at once where it goes by two moves."""
    movers = pieces_that_move(moves)
    for piece in dict.fromkeys(movers):
        yield [move for move, mover in zip(moves, movers) if mover != piece]
    for i, mover in enumerate(movers):
        if mover in movers[i + 1 :]:
            j = movers.index(mover, i + 1)
            yield [*moves[:i], *moves[i + 1 : j], moves[i][:2] + moves[j][2:], *moves[j + 1 :]]


def pieces_that_move(moves):
    """Return for each move where the piece that makes it stood at first."""
    first = {}
    movers = []
    for move in moves:
        mover = first.pop(move[:2], move[:2])
        movers.append(mover)
        first[move[2:]] = mover
    return movers


def starts_from_pieces(moves):
    """Tell whether every move starts from a piece or a pawn."""
    occupied = set(SQUARES[:16] + SQUARES[48:])
    for move in moves:
        if move[:2] not in occupied:
            return False
        occupied.remove(move[:2])
        occupied.add(move[2:])
    return True
