import { inLanguage } from '@claviger/contract/platform/wording'
import type { Values } from '@claviger/contract/platform/wording'
import { cloneElement, Fragment, createElement } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { locale, texts } from './language.ts'

export { useLanguage } from './language.ts'

/**
 * Translates a text. The ID is the English text, with ICU placeholders and plurals: t('{count, plural, one {# user}
 * other {# users}}', { count }). Numbers get digit grouping: pass a year or ID as text.
 */
export const t = (id: string, values?: Values): string => inLanguage(texts(), locale(), id, values)

/** Marks a text outside components for extraction; the component that renders it calls t(…). */
export const msg = <const T extends string>(id: T): T => id

const tagged = /<(\d+)>(.*?)<\/\1>|<(\d+)\/>/gs

/** A text with elements: "Read <0>the guide</0>" wraps "the guide" in the first of `components`. */
export function Trans(props: { id: string; values?: Values; components: readonly ReactElement[] }): ReactNode {
  const text = t(props.id, props.values)
  const parts: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(tagged)) {
    const component = props.components[Number(found[1] ?? found[3])]
    if (found.index > at) parts.push(text.slice(at, found.index))
    if (component) parts.push(found[1] === undefined ? component : cloneElement(component, {}, found[2]))
    at = found.index + found[0].length
  }
  parts.push(text.slice(at))
  return createElement(Fragment, null, ...parts)
}
