from lines import answer_lines
from protego import Protego

answer_lines(lambda body, token, url: Protego.parse(body).can_fetch(url, token))
