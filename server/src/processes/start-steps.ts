/** At a terminal, says how long a step of the start takes; it says nothing of what takes less than a fifth of a second. */
export async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  if (!process.stdout.isTTY) return work()
  const began = performance.now()
  const line = () => `${title} … ${((performance.now() - began) / 1000).toFixed(1)} s`
  let shown = false
  const show = () => {
    process.stdout.write(`${shown ? '\r' : ''}${line()}`)
    shown = true
  }
  const counting = setInterval(show, 200)
  try {
    return await work()
  } finally {
    clearInterval(counting)
    if (shown) process.stdout.write(`\r${line()}\n`)
  }
}
