# type_sizes.py PAGE... - the least size of type on a page at 1920x1080, in px, from its style sheet and its charts; and whether a text of a
# chart leaves it. It knows only what the pages of `warpbook grade` use: rem, em, px, vw, max(), and charts as wide as the page.
import re
import sys

WIDE = 1920


def length(text, around):
    text = text.strip()
    if text.startswith('max('):
        return max(length(t, around) for t in text[4:-1].split(','))
    number, unit = re.fullmatch(r'([\d.]+)(rem|em|px|vw)', text).groups()
    return float(number) * {'rem': 16, 'em': around, 'px': 1, 'vw': WIDE / 100}[unit]


for path in sys.argv[1:]:
    page = open(path, encoding='utf-8').read()
    style = re.search(r'<style>(.*?)</style>', page, re.S).group(1)
    large = '<body class="large">' in page
    body = length(re.search(r'body\.large\{font-size:(max\([^)]*\)|[^;}]*)', style).group(1), 16) if large else 16
    sizes = {'body': body, 'h3': 1.17 * body}
    inside = WIDE - 2 * 0.03 * WIDE if large and 'body.large svg{width:100%}' in style else None
    label = length(re.search(r'svg text\{[^}]*font:([\d.]+px)', style).group(1), body)
    outside = 0
    for view, chart in re.findall(r'<svg role="img" viewBox="0 0 (\d+) \d+"[^>]*>(.*?)</svg>', page, re.S):
        sizes['chart'] = min(sizes.get('chart', 1e9), label * ((inside or min(float(view), 1168)) / float(view)))
        for x, anchor, text in re.findall(r'<text x="([\d.]+)" y="[\d.]+"(?: text-anchor="(\w+)")?>([^<]*)</text>', chart):
            width = 7.2 * len(text)
            left = float(x) - (width if anchor == 'end' else width / 2 if anchor else 0)
            outside += left < 0 or left + width > float(view)
    print(path, 'least %d px' % min(sizes.values()), 'outside %d' % outside)
