import { useState } from 'react'

/** True from the first time that `wanted` is true, so that lazy content stays mounted for its closing animation. */
export function useOnce(wanted: boolean): boolean {
  const [once, setOnce] = useState(wanted)
  if (wanted && !once) setOnce(true)
  return once || wanted
}
