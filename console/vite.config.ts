import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { aheadOf, bundlesAsGroups, bundlesOf } from './bundles.ts'
import { renderGuides } from './guides.ts'
import { leaveBehind } from './leave.ts'
import { precompress } from './precompress.ts'
import { joinRuntime } from './runtime.ts'
import { tellScreens } from './screens.ts'
import { splitTexts } from './texts.ts'

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

// Mantine colors that are never used here
const unused = /^\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green)-[\w-]+:[^;]*;/gm

function trimVariables(): Plugin {
  return {
    name: 'trim-variables',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('default-css-variables') ? { code: code.replaceAll(unused, ''), map: null } : null,
  }
}

/** Removes the runtime code that computes CSS variables, because a style sheet contains them. */
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

/** Inlines the icon: a request for six lines of text costs more than the text. */
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

const ofLightPages = /\/src\/(?:features\/access\/self-service|kiosk|platform\/light-page)\//

function lighten(): Plugin {
  return {
    name: 'lighten',
    enforce: 'pre',
    resolveId(source, importer) {
      const other = importer !== undefined && ofLightPages.test(importer) ? lighter[source] : undefined
      return other === undefined ? null : this.resolve(other, importer, { skipSelf: true })
    },
  }
}

/** Loads the small prefetch script before the page's own scripts, so that the first calls are sent early. */
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

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string }

const pageFiles = { console: 'index.html', 'card-page': 'self-service.html', kiosk: 'attendance-tracker.html' } as const

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
  '/attendance-tracker',
]

const lightPages = new Map([
  ['/self-service', '/self-service.html'],
  ['/attendance-tracker', '/attendance-tracker.html'],
])

// The card page and the kiosk are separate builds: their users load nothing of the console, and shared modules don't
// add files to any of them
export default defineConfig(({ mode }) => {
  const page = mode === 'card-page' || mode === 'kiosk' ? mode : 'console'
  return {
    root: import.meta.dirname,
    define: { __VERSION__: JSON.stringify(version) },
    plugins: [
      react(),
      lighten(),
      ...(page === 'kiosk' ? [] : [callAhead(aheadOf[page])]),
      preloadFont(),
      trimVariables(),
      leaveVariables(),
      leaveBehind(),
      renderGuides(),
      ...(page === 'console' ? [tellScreens(), splitTexts()] : []),
      joinRuntime(),
      iconWithin(),
      precompress(),
    ],
    build: {
      // Targets with native light-dark(), so that it is not transpiled
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      sourcemap: false,
      emptyOutDir: page === 'console',
      copyPublicDir: page === 'console',
      rolldownOptions: {
        input: join(import.meta.dirname, pageFiles[page]),
        output: { codeSplitting: { groups: bundlesAsGroups(bundlesOf[page]) } },
      },
    },
    server: {
      proxy: Object.fromEntries(
        calls.map(prefix => [
          prefix,
          {
            target: server,
            // Pages and API calls share addresses (decision G1): browser navigation gets the console
            bypass: (request: { headers: Record<string, unknown> }) =>
              request.headers['sec-fetch-mode'] !== 'navigate' ? undefined : (lightPages.get(prefix) ?? '/index.html'),
          },
        ]),
      ),
    },
  }
})
