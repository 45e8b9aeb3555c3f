/** The style of the readable API pages: the colours of client/app/theme-colours.ts in both themes, no file from elsewhere. */
export const docsStyle = `
:root{color-scheme:light dark;--ground:#f5f7fa;--surface:#ffffff;--hairline:#dfe4ec;--ink:#0b1330;--quiet:#515c70;--link:#1f42c4;--tint:#eef3ff;--bad:#c92a2a}
@media (prefers-color-scheme:dark){:root{--ground:#0a1022;--surface:#111a35;--hairline:#25315a;--ink:#e8edf8;--quiet:#a6b2cd;--link:#9db5ff;--tint:#1a2856;--bad:#ff9c97}}
*{box-sizing:border-box}
html{scroll-padding-top:5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
header,main{max-width:64rem;margin-inline:auto;padding-inline:1rem}
header{padding-block:2rem 1rem}
.brand{display:flex;align-items:center;gap:.75rem;margin:0}
h1{margin:0;font-size:2rem;line-height:1.1}
h2{margin:2.5rem 0 .75rem;font-size:1.375rem;line-height:1.2}
nav{position:sticky;top:0;z-index:1;background:var(--ground);border-block:1px solid var(--hairline)}
nav ul{display:flex;gap:.25rem;max-width:64rem;margin:0 auto;padding:.25rem .25rem;overflow-x:auto;list-style:none}
@media (min-width:40em){nav ul{flex-wrap:wrap}}
nav a{display:flex;align-items:center;min-height:44px;padding-inline:.75rem;color:inherit;font-weight:600;text-decoration:none;white-space:nowrap}
nav a:hover{color:var(--link)}
main{padding-block-end:4rem}
.group{border:1px solid var(--hairline);border-radius:8px;background:var(--surface)}
details+details{border-block-start:1px solid var(--hairline)}
summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;min-height:48px;padding:.75rem 1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--tint)}
.method{min-width:4.25rem;font-size:.8125rem;font-weight:700;letter-spacing:.03em;color:var(--link)}
.method[data-method=delete]{color:var(--bad)}
.path{font-weight:600;overflow-wrap:anywhere}
.summary{flex:1 1 16rem;color:var(--quiet)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.5rem 1.25rem;margin:0;padding:1rem}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;min-width:0}
.facts dd ul{margin:0;padding:0;list-style:none}
code{font:.9em/1.4 ui-monospace,Consolas,monospace}
small{color:var(--quiet)}
@media (max-width:40em){.facts{grid-template-columns:minmax(0,1fr);gap:.125rem}.facts dd+dt{margin-block-start:.75rem}.summary{flex-basis:100%}}
@media print{nav{display:none}}
`;
