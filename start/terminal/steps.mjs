/**
 * Does one step of the start. A terminal sees the seconds count and how long it took; elsewhere the step is named once.
 * Resolves to what `work` returns.
 */
export const step = async (title, work, out = process.stdout) => {
  const began = performance.now()
  const line = () => `${title} … ${((performance.now() - began) / 1000).toFixed(1)} s`
  if (!out.isTTY) {
    out.write(`${title} …\n`)
    return work()
  }
  out.write(line())
  const counting = setInterval(() => out.write(`\r${line()}`), 200)
  try {
    return await work()
  } finally {
    clearInterval(counting)
    out.write(`\r${line()}\n`)
  }
}
