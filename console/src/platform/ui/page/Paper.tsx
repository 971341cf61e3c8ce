import { useMemo } from 'react'
import type { RefObject } from 'react'
import classes from './paper.module.css'

const styles = /<style>(.*?)<\/style>/gs

// The frame inherits the console's policy, which allows no style elements; a constructed sheet is no such element
const parted = (html: string) => ({
  page: html.replaceAll(styles, ''),
  looks: [...html.matchAll(styles)].map(([, look = '']) => look),
})

function dress(frame: HTMLIFrameElement, looks: readonly string[]): void {
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (view === null) return
  view.document.adoptedStyleSheets = looks.map(look => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(look)
    return sheet
  })
  frame.style.height = `${view.document.documentElement.scrollHeight}px`
}

/** Shows a document of the server in a frame that runs no scripts and reaches nothing outside it. */
export function Paper({
  html,
  title,
  frame,
}: {
  html: string
  title: string
  frame: RefObject<HTMLIFrameElement | null>
}) {
  const { page, looks } = useMemo(() => parted(html), [html])
  return (
    <iframe
      ref={frame}
      className={classes.paper}
      title={title}
      // Printing needs the same origin; without scripts, the document can't use it
      sandbox="allow-same-origin allow-modals"
      srcDoc={page}
      onLoad={event => dress(event.currentTarget, looks)}
    />
  )
}
