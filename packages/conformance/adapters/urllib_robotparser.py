from urllib.robotparser import RobotFileParser

from lines import answer_lines


def is_allowed(body, token, url):
    parser = RobotFileParser()
    parser.parse(body.splitlines())
    return parser.can_fetch(token, url)


answer_lines(is_allowed)
