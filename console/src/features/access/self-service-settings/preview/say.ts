import type { PageLanguage } from '@claviger/contract/ground/languages'
import { inLanguage } from '@claviger/contract/ground/wording'
import type { Texts, Values } from '@claviger/contract/ground/wording'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../editor/draft.ts'

// The texts of the page itself, in the languages that it speaks. English needs no file.
const files: Partial<Record<PageLanguage, () => Promise<{ default: Texts }>>> = {
  de: () => import('@claviger/contract/languages/pages/de.json'),
  fr: () => import('@claviger/contract/languages/pages/fr.json'),
  es: () => import('@claviger/contract/languages/pages/es.json'),
  nl: () => import('@claviger/contract/languages/pages/nl.json'),
  pl: () => import('@claviger/contract/languages/pages/pl.json'),
  zh: () => import('@claviger/contract/languages/pages/zh.json'),
}
const none: Texts = {}

/** Says a text as the page says it. */
export type SayOnPage = (id: string, values?: Values) => string

/** Says texts of the page in the language that is being edited; English until its file is there. */
export function useSay(): SayOnPage {
  const { language } = useDraft()
  const texts = useQuery({
    queryKey: ['texts of the page', language],
    queryFn: async () => (await files[language]?.())?.default ?? none,
    staleTime: Infinity,
  })
  return (id, values) => inLanguage(texts.data ?? none, language, id, values)
}
