import { inLanguage } from '@claviger/contract/ground/wording'
import type { Values } from '@claviger/contract/ground/wording'
import { cloneElement, Fragment, createElement } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { locale, texts } from './language.ts'

export { useLanguage } from './language.ts'

/**
 * A text in the language of the person. The id is the English text, with ICU placeholders and plurals:
 * t('{count, plural, one {# user} other {# users}}', { count }). Numbers are grouped: give a year or an id as text.
 */
export const t = (id: string, values?: Values): string => inLanguage(texts(), locale(), id, values)

/** Marks a text of a table outside components; whoever draws it says t(…) then. */
export const msg = <const T extends string>(id: T): T => id

const tagged = /<(\d+)>(.*?)<\/\1>|<(\d+)\/>/gs

/** A text with elements inside: "Read <0>the guide</0>" takes the first of `components` around "the guide". */
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
