import { useState } from 'react'

/** True from the first time on that something was wanted: what is loaded for it then stays, to close as it opened. */
export function useOnce(wanted: boolean): boolean {
  const [once, setOnce] = useState(wanted)
  if (wanted && !once) setOnce(true)
  return once || wanted
}
