/** Ways to run a script that browsers and sanitizers have fallen for, after OWASP's and PortSwigger's collections. */
const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '<script src="https://elsewhere.example/x.js"></script>',
  '<scr<script>ipt>alert(2)</scr</script>ipt>',
  '<img src=x onerror=alert(3)>',
  '<img src="https://elsewhere.example/pixel.png" srcset="https://elsewhere.example/2x.png 2x" loading=eager>',
  '<img/src=x/onerror=alert(4)//',
  '<img src="javascript:alert(5)">',
  '<svg onload=alert(6)><script>alert(7)</script></svg>',
  '<svg><animate onbegin=alert(8) attributeName=x dur=1s></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(9)</script></svg>#x"/></svg>',
  '<math><mi xlink:href="javascript:alert(10)">m</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(11)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(12)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(13)>">',
  '<iframe src="javascript:alert(14)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(15)</script>"></iframe>',
  '<object data="javascript:alert(16)"></object><embed src="javascript:alert(17)">',
  '<a href="javascript:alert(18)">a</a>',
  '<a href="java\tscript:alert(19)">a</a>',
  '<a href="&#106;avascript:alert(20)">a</a>',
  '<a href="data:text/html,<script>alert(21)</script>">a</a>',
  '<a href="vbscript:msgbox(22)">a</a>',
  '[a](javascript:alert(23))',
  '[a](JaVaScRiPt:alert(24))',
  '![a](x" onerror="alert(25))',
  '[a]: javascript:alert(26)\n[a]',
  '<javascript:alert(27)>',
  '<style>@import "https://elsewhere.example/x.css"; body { background: url(https://elsewhere.example/b.png) }</style>',
  '<p style="background:url(https://elsewhere.example/p.png)">p</p>',
  '<link rel=stylesheet href="https://elsewhere.example/l.css">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
  '<base href="https://elsewhere.example/"><a href="x">x</a>',
  '<form action="https://elsewhere.example/"><input name=password><button autofocus onfocus=alert(28)>b</button></form>',
  '<video><source onerror=alert(29)></video><audio src=x onerror=alert(30)>',
  '<details open ontoggle=alert(31)><summary>s</summary></details>',
  '<input autofocus onfocus=alert(32)><select autofocus onfocus=alert(33)></select>',
  '<marquee onstart=alert(34)>m</marquee><body onload=alert(35)>',
  '<template><img src=x onerror=alert(36)></template>',
  '<x contenteditable onfocus=alert(37) tabindex=0 id=x>x</x>',
  '<button popovertarget=x>b</button><div popover id=x onbeforetoggle=alert(38)>d</div>',
  '<!--><img src=x onerror=alert(40)>-->',
  '<![CDATA[<img src=x onerror=alert(41)>]]>',
  '<a id=cookie name=body href="https://example.com">clobbered</a>',
];

/** Ends whatever a payload has left open, so that the next one is read by itself. */
const CLOSING =
  '\n\n--></style></script></noscript></template></iframe></object></audio></video></marquee></svg></math></select></form>\n\n';

/** All of them in one body. */
export const HOSTILE_BODY = PAYLOADS.join(CLOSING);
