// A reader that is a keyboard types faster than people do, and ends with Enter or Tab.

/** ms between two characters, on average, that still pass for a reader. */
const pace = 100
const shortest = 4

/** Tells readers from people by their pace; gives a reading when its last key comes. Times are in ms. */
export function wedge(): (key: string, at: number) => string | undefined {
  let typed = ''
  let [first, last] = [0, 0]
  return (key, at) => {
    if (key === 'Enter' || key === 'Tab') {
      const text = typed
      typed = ''
      return text.length >= shortest && (last - first) / (text.length - 1) <= pace ? text : undefined
    }
    if (key.length !== 1) return undefined
    // Whoever rests begins anew
    if (typed === '' || at - last > 10 * pace) {
      typed = ''
      first = at
    }
    typed += key
    last = at
    return undefined
  }
}
