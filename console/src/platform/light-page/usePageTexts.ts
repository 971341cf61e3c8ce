import { useSyncExternalStore } from 'react'
import { language, subscribe } from './page-texts.ts'

export const useLanguage = () => useSyncExternalStore(subscribe, language)
