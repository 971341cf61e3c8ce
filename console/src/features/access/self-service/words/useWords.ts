import { useSyncExternalStore } from 'react'
import { language, subscribe } from './words.ts'

/** Draws anew when another language is spoken. */
export const useLanguage = () => useSyncExternalStore(subscribe, language)
