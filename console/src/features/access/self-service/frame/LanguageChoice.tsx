import { pageLanguages } from '@claviger/contract/platform/languages'
import { IconChevronDown, IconLanguage } from '../controls/icons.tsx'
import { useLanguage } from '#platform/light-page/usePageTexts.ts'
import { choose, isPageLanguage, t } from '#platform/light-page/page-texts.ts'
import classes from '../look/frame.module.css'

export function LanguageChoice({ chosen }: { chosen: () => void }) {
  const language = useLanguage()
  return (
    <span className={`cv-line cv-quiet ${classes.language}`}>
      <IconLanguage size={18} stroke={1.7} aria-hidden />
      <span aria-hidden>{pageLanguages[language]}</span>
      <IconChevronDown size={16} stroke={1.8} aria-hidden />
      <select
        aria-label={t('Language')}
        value={language}
        onChange={event => {
          const wanted = event.currentTarget.value
          if (isPageLanguage(wanted)) void choose(wanted).then(chosen)
        }}
      >
        {Object.entries(pageLanguages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
