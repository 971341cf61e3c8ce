// Keyboard-wedge readers type faster than people and end with Enter or Tab.

/** Maximum average interval in ms between characters of a reader. */
const pace = 100
const shortest = 4

/** Distinguishes readers from people by typing speed; returns the reading at its last key. Times are in ms. */
export function createWedgeReader(): (key: string, at: number) => string | undefined {
  let typed = ''
  let [first, last] = [0, 0]
  return (key, at) => {
    if (key === 'Enter' || key === 'Tab') {
      const text = typed
      typed = ''
      return text.length >= shortest && (last - first) / (text.length - 1) <= pace ? text : undefined
    }
    if (key.length !== 1) return undefined
    if (typed === '' || at - last > 10 * pace) {
      typed = ''
      first = at
    }
    typed += key
    last = at
    return undefined
  }
}
