"""The style sheet of reports: readable on screens of any width, in the dark, and on paper."""

STYLE = """
:root { color-scheme: light dark; --text: #14181c; --ground: #ffffff; --line: #cfd6d3;
  --quiet: #f3f5f4; --accent: #0f8a7e; }
@media (prefers-color-scheme: dark) { :root { --text: #eef2f0; --ground: #0e1413;
  --line: #37433f; --quiet: #1a2321; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground);
  margin: 0; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; }
th, td { text-align: left; padding: 0.3rem 0.7rem; border-bottom: 1px solid var(--line);
  vertical-align: top; font-variant-numeric: tabular-nums; }
.wide td, .wide th { min-width: 4.5rem; }
.wide td.long { min-width: 12rem; }
th { background: var(--quiet); }
tr.published { font-style: italic; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--quiet); padding: 1rem;
  font-size: 0.8rem; }
svg { max-width: 620px; width: 100%; font-size: 13px; }
svg text { fill: var(--text); }
svg .own { fill: var(--accent); }
svg .published { fill: none; stroke: var(--text); stroke-dasharray: 3 2; }
svg .interval { stroke: var(--text); stroke-width: 2; }
svg .axis { stroke: var(--line); }
h2, h3 { break-after: avoid; }
figure { margin: 0; break-inside: avoid; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr));
  column-gap: 2rem; }
tr { break-inside: avoid; }
@page { margin: 15mm; }
@media print {
  :root { color-scheme: light; --text: #000000; --ground: #ffffff; --line: #b9c2be;
    --quiet: #f3f5f4; }
  body { font-size: 11pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { padding: 0; max-width: none; }
  .wide { overflow: visible; }
  .charts { grid-template-columns: 1fr 1fr; }
  .wide td, .wide th, .wide td.long { min-width: 0; padding: 0.2rem 0.4rem; }
  table { font-size: 8.5pt; }
  /* What was made is read on paper too; prompts and settings are for a screen. */
  details.made::details-content { content-visibility: visible; }
  details:not(.made) { display: none; }
}
"""
