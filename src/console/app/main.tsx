// Starts the console.

import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { mayRetry } from './api/client.ts'
import { setDocumentLanguage } from './i18n/language.ts'
import { makeRouter } from './router.tsx'
import { setTheme } from './shell/theme.ts'

setDocumentLanguage()
setTheme()

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      staleTime: 2_000,
      refetchOnReconnect: () => focusManager.isFocused(), // not while the page asks to sign in
    },
    mutations: { retry: false },
  },
})
const router = makeRouter(queries)
const root = document.getElementById('console')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
