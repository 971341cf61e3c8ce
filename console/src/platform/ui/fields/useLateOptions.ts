import type { ComboboxProps } from '@mantine/core'
import { type FocusEvent, useState } from 'react'

interface WithOptions {
  comboboxProps?: Partial<ComboboxProps> | undefined
  onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
}

/** Adds the options to the page with the first focus, because a form can have lists of 400. */
export function useLateOptions({ comboboxProps, onFocus }: WithOptions) {
  const [focused, setFocused] = useState(false)
  return {
    comboboxProps: { ...comboboxProps, keepMounted: focused },
    onFocus(event: FocusEvent<HTMLInputElement>) {
      setFocused(true)
      onFocus?.(event)
    },
  }
}
