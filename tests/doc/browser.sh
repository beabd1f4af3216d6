#!/bin/bash
# browser.sh - the HTML pages in a real browser, as wide as a phone and as a desktop, on a light and on a dark screen, with all
# answers unfolded: only what scrolls inside itself is wider than the window, and no text is too faint to read.
#
# `make check` does not run it, since a browser is 300 MB. In the build folder, after `make html`:
#
#	bash ../tests/doc/browser.sh [FOLDER]
#
# All pages are frames of one page, which measures them and writes its complaints into itself; chromium prints
# that.
pages=${1:-${BUILD_DIR:-.}/html}
. "${TESTS_DIR:-$(dirname "$0")/..}/tap/tap.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
[ -n "$browser" ] && [ -f "$pages/index.html" ] || {
	skip "the pages in a browser" "${browser:+no pages in $pages: make html}${browser:-there is no chromium}"
	tap_done
}

measure() { # width
	cat <<-'END'
	<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>measuring</title>
	<script>
	const wrong = [];
	function luminance(c) {
		const [r, g, b] = c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	}
	const numbers = text => text.match(/[\d.]+/g).map(Number);
	function ground(e) {
		for (; e; e = e.parentElement) {
			const c = numbers(getComputedStyle(e).backgroundColor);
			if (c.length < 4 || c[3] > 0) return c.slice(0, 3);
		}
		return [255, 255, 255];
	}
	function contrast(e) {
		const a = luminance(numbers(getComputedStyle(e).color).slice(0, 3)), b = luminance(ground(e));
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	}
	function look(frame) {
		const d = frame.contentDocument, name = frame.title, wide = frame.clientWidth;
		const tell = (what, e) => wrong.push(name + ": " + what + ": <" + e.tagName + "> " + e.textContent.trim().slice(0, 40));
		d.querySelectorAll("details").forEach(e => e.open = true);
		if (d.documentElement.scrollWidth > wide) wrong.push(name + ": the page is " + d.documentElement.scrollWidth + " wide");
		for (const e of d.body.querySelectorAll("*")) {
			if (e.closest(".skip")) continue;
			const box = e.getBoundingClientRect();
			if (box.width && box.right > wide + 0.5 && !e.closest("pre, .scroll")) tell("ends at " + Math.round(box.right), e);
			const words = [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim());
			if (words && contrast(e) < 4.5) tell("contrast " + contrast(e).toFixed(1), e);
			if (e.tagName == "IMG" && !e.naturalWidth) tell("does not load " + e.src, e);
			if (e.tagName == "SCRIPT") tell("a script", e);
		}
		return d.fonts ? d.body.querySelectorAll("*").length : 0;
	}
	onload = () => {
		let seen = 0;
		for (const frame of document.querySelectorAll("iframe")) seen += look(frame);
		const dark = matchMedia("(prefers-color-scheme: dark)").matches;
		document.body.textContent = "seen " + seen + (dark ? " dark " : " light ") + "\n" + wrong.map(w => "wrong " + w).join("\n") + "\nend\n";
	};
	</script><body>
	END
	for page in "$pages"/*.html; do
		[ "${page##*/}" != measure.html ] || continue
		printf '<iframe style="border:0" title="%s" width="%s" height="800" srcdoc="' "${page##*/}" "$1"
		sed 's/&/\&amp;/g; s/"/\&quot;/g' "$page"
		printf '"></iframe>\n'
	done
}

report() { # scheme, 0 dark or 1 light
	"$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --user-data-dir="$scratch/profile" --window-size=1400,900 \
		--blink-settings=preferredColorScheme="$1" --timeout=60000 --dump-dom "file://$pages/measure.html" 2>/dev/null
}

pages=$(cd "$pages" && pwd)
for width in 360 768 1280; do
	measure "$width" >"$pages/measure.html"
	for scheme in 0 1; do
		name=$([ $scheme = 0 ] && echo dark || echo light)
		report $scheme >"$scratch/report"
		like "at $width pixels, $name: the browser saw the pages" "$(cat "$scratch/report")" "seen [0-9]{4,} $name"
		is "and nothing is wrong" "$(sed -n 's/^wrong //p' "$scratch/report" | head -n 12)" ""
	done
done
rm -f "$pages/measure.html"
tap_done
