import { useSyncExternalStore } from 'react'
import { language, subscribe } from './words.ts'

export const useLanguage = () => useSyncExternalStore(subscribe, language)
