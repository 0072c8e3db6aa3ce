"""What the picture is drawn with: gradients and small figures, each around the point 0, 0."""

LEGION_COLORS = {
    "witch": "#b57bff",
    "ghost": "#dfe9ff",
    "werewolf": "#d98f4a",
    "skeleton": "#86dff5",
    "vampire": "#f0505a",
    "mummy": "#f2d478",
    "": "#8a8fae",
}

FACES = {
    "witch": """
<path d="M-3 -14 L9 3 H-11 Z" fill="#2a1745"/><ellipse cx="-1" cy="4" rx="14" ry="3.4"
 fill="#2a1745"/><path d="M-9 0 H7 L9 3 H-11 Z" fill="#7fd65a"/><path d="M-7 6 Q-1 15 6 6 Z"
 fill="#c9e8a0"/><circle cx="-3" cy="8" r="1.1" fill="#2a1745"/><circle cx="2.4" cy="8" r="1.1"
 fill="#2a1745"/>""",
    "ghost": """
<path d="M-9 12 V-3 A9 10 0 0 1 9 -3 V12 L5 8 L2 12 L-2 8 L-5 12 Z" fill="#ffffff"
 stroke="#7d8bb5"/><ellipse cx="-3.5" cy="-3" rx="2" ry="3" fill="#27304d"/><ellipse cx="3.5"
 cy="-3" rx="2" ry="3" fill="#27304d"/><ellipse cx="0" cy="4" rx="2" ry="2.6" fill="#27304d"/>""",
    "werewolf": """
<path d="M-11 -13 L-4 -7 H4 L11 -13 L10 1 L4 9 L0 13 L-4 9 L-10 1 Z" fill="#4a2c14"/>
<path d="M-5 3 L0 -1 L5 3 L2.5 9 H-2.5 Z" fill="#c79058"/><circle cx="-4.6" cy="-2" r="1.9"
 fill="#ffe45c"/><circle cx="4.6" cy="-2" r="1.9" fill="#ffe45c"/><path d="M-2 3 H2 L0 5.5 Z"
 fill="#1a0f06"/>""",
    "skeleton": """
<path d="M-10 -3 A10 10 0 0 1 10 -3 V3 L6 6 V12 H-6 V6 L-10 3 Z" fill="#f7f7ee"/>
<circle cx="-4.2" cy="-2" r="3" fill="#16323b"/><circle cx="4.2" cy="-2" r="3" fill="#16323b"/>
<path d="M0 2 L2 5.5 H-2 Z" fill="#16323b"/><path d="M-3.5 8 V12 M0 8 V12 M3.5 8 V12"
 stroke="#16323b" stroke-width="1.2"/>""",
    "vampire": """
<path d="M-9 -2 Q-10 12 0 13 Q10 12 9 -2 Z" fill="#f6e3e0"/><path d="M-10 2 Q-11 -13 0 -13
 Q11 -13 10 2 Q7 -5 4 -6 L0 -1 L-4 -6 Q-7 -5 -10 2 Z" fill="#1b1020"/><circle cx="-4" cy="1.6"
 r="1.5" fill="#a01020"/><circle cx="4" cy="1.6" r="1.5" fill="#a01020"/><path d="M-4.5 6.5 H4.5"
 stroke="#5a0a14" stroke-width="1.4"/><path d="M-3.4 6.5 L-2.4 10 L-1.4 6.5 Z M1.4 6.5 L2.4 10
 L3.4 6.5 Z" fill="#ffffff" stroke="#5a0a14" stroke-width="0.6"/>""",
    "mummy": """
<path d="M-9 -4 A9 9 0 0 1 9 -4 V5 A9 8 0 0 1 -9 5 Z" fill="#efe4c2"/><path d="M-8 -8 L9 -5
 M-9 -4 L9 -9 M-9 6 L9 3 M-9 3 L8 9 M-6 12 L8 8" stroke="#a8935a" stroke-width="1.3"/>
<rect x="-9" y="-3" width="18" height="5" fill="#3a3018"/><circle cx="-3.8" cy="-0.5" r="1.7"
 fill="#8dff7a"/><circle cx="3.8" cy="-0.5" r="1.7" fill="#8dff7a"/>""",
    "": """
<text y="6" font-size="17" text-anchor="middle" fill="#2b3350">?</text>""",
}


def _piece(legion: str) -> str:
    color = LEGION_COLORS[legion]
    return (
        f'<g id="m-{legion or "none"}"><circle cy="2.5" r="19" fill="#000000" opacity="0.35"/>'
        f'<circle r="18.5" fill="{color}" stroke="#10131f" stroke-width="2"/>'
        f'<circle r="15.5" fill="none" stroke="#ffffff" stroke-opacity="0.35"/>{FACES[legion]}</g>'
    )


def _visitor(name: str, shirt: str, hair: str, legs: str) -> str:
    return (
        f'<g id="v-{name}"><g transform="translate(0 -2) scale(1.2)">'
        f'<ellipse cy="15" rx="9" ry="3" fill="#000000" opacity="0.35"/>{legs}'
        f'<path d="M-7 8 Q-8 -4 0 -4 Q8 -4 7 8 Z" fill="{shirt}" stroke="#1a1a22"/>'
        f'<circle cy="-9" r="6" fill="#f4c9a0" stroke="#1a1a22"/>{hair}</g></g>'
    )


_LEGS = '<path d="M-3 7 V15 M3 7 V15" stroke="#2b3350" stroke-width="3.6"/>'
_SKIRT = '<path d="M-3 9 V15 M3 9 V15" stroke="#f4c9a0" stroke-width="3"/>'
_SHORT = '<path d="M-6.2 -10 A6.2 6.2 0 0 1 6.2 -10 Q0 -13 -6.2 -10 Z" fill="#4a2c14"/>'
_LONG = (
    '<path d="M-6 -4 Q-8 -16 0 -16 Q8 -16 6 -4 L4 -6 Q6 -12 0 -12 Q-6 -12 -4 -6 Z" fill="#7a3b12"/>'
)
_CAP = (
    '<path d="M-6.2 -10 A6.2 6.2 0 0 1 6.2 -10 Z" fill="#e0443a"/>'
    '<rect x="3" y="-11" width="7" height="2" fill="#e0443a"/>'
)

DEFS = "".join(
    (
        "<defs>",
        '<linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" '
        'stop-color="#131a33"/><stop offset="1" stop-color="#20304a"/></linearGradient>',
        '<radialGradient id="glow"><stop offset="0" stop-color="#ffd75e" stop-opacity="0.85"/>'
        '<stop offset="1" stop-color="#ffd75e" stop-opacity="0"/></radialGradient>',
        '<marker id="arrow" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4" '
        'markerHeight="4" orient="auto"><path d="M0 0 L10 5 L0 10 Z" fill="#fff36b"/></marker>',
        '<g id="bush"><circle cx="-9" cy="3" r="9" fill="#2f7a3a"/><circle cx="9" cy="3" r="9" '
        'fill="#2a6e34"/><circle cy="-6" r="11" fill="#378a43"/><circle cx="-4" cy="-8" r="3" '
        'fill="#57a860"/><circle cx="7" cy="0" r="2.4" fill="#57a860"/></g>',
        '<g id="mountain"><path d="M-23 14 L-8 -16 L1 0 L8 -10 L23 14 Z" fill="#8b8f9e"/>'
        '<path d="M-8 -16 L-3 -7 L-7 -4 L-10 -8 L-13 -5 Z M8 -10 L12 -4 L8 -3 L5 -5 Z" '
        'fill="#f4f6ff"/></g>',
        '<g id="tent"><ellipse cy="14" rx="20" ry="5" fill="#000000" opacity="0.35"/>'
        '<path d="M-20 14 L0 -19 L20 14 Z" fill="#f08a2c" stroke="#4a2508" stroke-width="1.5"/>'
        '<path d="M0 -19 L20 14 H8 Z" fill="#c9661a"/><path d="M-7 14 L0 -5 L7 14 Z" '
        'fill="#3b1d06"/></g>',
        '<g id="clearing"><ellipse rx="19" ry="16" fill="#c9ad6a" stroke="#4a3a18" '
        'stroke-dasharray="4 3"/></g>',
        '<g id="held"><circle r="23" fill="#f08a2c" stroke="#fff0c0" stroke-width="2"/></g>',
        '<g id="fire"><circle r="24" fill="url(#glow)"/><path d="M-11 12 L11 6 M-11 6 L11 12" '
        'stroke="#5a3212" stroke-width="4" stroke-linecap="round"/><path d="M0 -17 Q12 -3 8 4 '
        'Q5 10 0 10 Q-5 10 -8 4 Q-11 -3 -4 -8 Q-3 -4 -1 -4 Q2 -9 0 -17 Z" fill="#ff6a1a"/>'
        '<path d="M0 -6 Q6 1 4 6 Q2 9 0 9 Q-3 9 -4 6 Q-5 2 0 -6 Z" fill="#ffe45c"/></g>',
        '<g id="lamp"><circle r="12" fill="url(#glow)"/><rect x="-1" y="0" width="2" height="15" '
        'fill="#2a2a33"/><rect x="-3.5" y="-6" width="7" height="7" rx="1.5" fill="#ffe9a3" '
        'stroke="#2a2a33"/></g>',
        '<g id="watchman"><circle cx="12" cy="2" r="15" fill="url(#glow)"/><ellipse cy="17" '
        'rx="10" ry="3" fill="#000000" opacity="0.35"/><path d="M-9 16 Q-9 -3 0 -3 Q9 -3 9 16 Z" '
        'fill="#26408f" stroke="#0f1830"/><circle cy="-9" r="6" fill="#f4c9a0" '
        'stroke="#1a1a22"/><path d="M-8 -11 H8 L5 -15 H-5 Z" fill="#16224f"/><path d="M7 3 L12 1" '
        'stroke="#26408f" stroke-width="4"/><rect x="10" y="0" width="6" height="8" rx="2" '
        'fill="#fff3b0" stroke="#2a2a33"/></g>',
        '<g id="token"><circle r="10" fill="#7a3fb0" stroke="#e6ccff" stroke-width="1.5"/>'
        '<circle cx="-3" cy="-2" r="1.8" fill="#ffffff"/><circle cx="3" cy="-2" r="1.8" '
        'fill="#ffffff"/><ellipse cy="4" rx="2.6" ry="3" fill="#ffffff"/></g>',
        _visitor("man", "#3f7fd6", _SHORT, _LEGS),
        _visitor("woman", "#e0559a", _LONG, _SKIRT),
        '<g id="v-child"><g transform="translate(0 3) scale(0.74)">'
        + _visitor("child-big", "#f0c22e", _CAP, _LEGS)
        + "</g></g>",
        *(_piece(legion) for legion in FACES),
        "</defs>",
    )
)
