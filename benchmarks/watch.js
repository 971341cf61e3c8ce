// Runs in the page before anything of the console: when rows are drawn, when work ends, how long frames and keys take.
const bench = {
  drawn: undefined,
  busyUntil: 0,
  longestTask: 0,
  shifted: 0,
  longestFrame: 0,
  longestKey: 0,
  watchFrames,
}
globalThis.bench = bench

new PerformanceObserver(list => {
  for (const { startTime, duration } of list.getEntries()) {
    bench.busyUntil = startTime + duration
    bench.longestTask = Math.max(bench.longestTask, duration)
  }
}).observe({ type: 'longtask' })

new PerformanceObserver(list => {
  // Movement right after user input is intended
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) bench.shifted += value
}).observe({ type: 'layout-shift', buffered: true })

new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) bench.longestKey = Math.max(bench.longestKey, duration)
}).observe({ type: 'event', durationThreshold: 16 })

new MutationObserver(() => {
  const cell = document.querySelector('tbody tr:nth-child(10) td:nth-child(2)')
  if (cell?.textContent) bench.drawn ??= performance.now()
}).observe(document, { childList: true, subtree: true })

/** From now on. */
function watchFrames() {
  bench.longestFrame = 0
  bench.longestKey = 0
  let before = performance.now()
  const frame = now => {
    bench.longestFrame = Math.max(bench.longestFrame, now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
