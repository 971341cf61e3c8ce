import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { aheadOf, bundleOf, bundlesOf } from './bundles.ts'
import { leaveBehind } from './leave.ts'
import { precompress } from './precompress.ts'
import { joinRuntime } from './runtime.ts'
import { tellScreens } from './screens.ts'

/** Asks for the one font file of the first screen together with the scripts. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find(name => /inter-first.*\.woff2$/.test(name))
        if (font === undefined) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' as const }]
      },
    },
  }
}

// Colors of the library that nothing here uses
const unused = /^\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green)-[\w-]+:[^;]*;/gm

/** Keeps the library's sheet of variables to those that something may ask for. */
function trimVariables(): Plugin {
  return {
    name: 'trim-variables',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('default-css-variables') ? { code: code.replaceAll(unused, ''), map: null } : null,
  }
}

/** The variables stand in a style sheet, so the part that would compute them in the browser stays behind. */
function leaveVariables(): Plugin {
  return {
    name: 'leave-variables',
    enforce: 'pre',
    load: id =>
      id.endsWith('/MantineCssVariables/MantineCssVariables.mjs')
        ? 'export const MantineCssVariables = () => null'
        : null,
  }
}

/** The icon comes with the page: a request for six lines of text costs more than they do. */
function iconWithin(): Plugin {
  const icon = readFileSync(join(import.meta.dirname, 'public/icon.svg'), 'utf8').trim()
  return {
    name: 'icon-within',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace('href="/icon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon)}"`),
    },
  }
}

const lighter: Record<string, string> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
}

/** The card page is drawn by a framework of a tenth of the weight: on a slow phone the other alone takes a second. */
function lightCardPage(): Plugin {
  return {
    name: 'light-card-page',
    enforce: 'pre',
    resolveId(source, importer) {
      const other = importer?.includes('/features/access/self-service/') ? lighter[source] : undefined
      return other === undefined ? null : this.resolve(other, importer, { skipSelf: true })
    },
  }
}

/** The first calls go out as soon as their small file is there, before the page's own. */
function callAhead(file: string): Plugin {
  const ahead = join(import.meta.dirname, 'src', file)
  return {
    name: 'call-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const found = Object.values(bundle ?? {}).find(one => one.type === 'chunk' && one.moduleIds.includes(ahead))
        if (found === undefined) throw new Error('The page has lost its first calls')
        const attrs = { type: 'module', async: '', crossorigin: '', src: `/${found.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
      },
    },
  }
}

const server = process.env['CLAVIGER_SERVER'] ?? 'http://127.0.0.1:8080'
const calls = [
  '/api',
  '/apis',
  '/administrator',
  '/superAdmin',
  '/partner',
  '/register',
  '/users',
  '/internal',
  '/auth',
  '/challenge',
  '/self-service',
]

// The card page is a build of its own: whoever stands there with a badge loads nothing of the console, and neither loads
// a file more because of what both happen to use
export default defineConfig(({ mode }) => {
  const page = mode === 'card-page' ? mode : 'console'
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      lightCardPage(),
      callAhead(aheadOf[page]),
      preloadFont(),
      trimVariables(),
      leaveVariables(),
      leaveBehind(),
      ...(page === 'console' ? [tellScreens()] : []),
      joinRuntime(),
      iconWithin(),
      precompress(),
    ],
    build: {
      // light-dark() is kept as written
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      sourcemap: false,
      emptyOutDir: page === 'console',
      copyPublicDir: page === 'console',
      rolldownOptions: {
        input: join(import.meta.dirname, page === 'console' ? 'index.html' : 'self-service.html'),
        output: { codeSplitting: { groups: [{ name: bundleOf(bundlesOf[page]) }] } },
      },
    },
    server: {
      proxy: Object.fromEntries(
        calls.map(prefix => [
          prefix,
          {
            target: server,
            // Pages and calls share addresses (decision G1): what a browser navigates to is the console
            bypass: (request: { headers: Record<string, unknown> }) =>
              request.headers['sec-fetch-mode'] !== 'navigate'
                ? undefined
                : prefix === '/self-service'
                  ? '/self-service.html'
                  : '/index.html',
          },
        ]),
      ),
    },
  }
})
