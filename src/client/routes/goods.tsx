// What the company buys on paper: received notes, certificate, documents.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

export function goodsRoutes<P extends AnyRoute>(company: P) {
  const documentList = screenRoute(
    company,
    '/documents',
    'documents',
    lazyRouteComponent(() => import('#client/features/documents/documents.tsx'), 'DocumentsScreen'),
  )
  return [
    documentList.addChildren([
      screenRoute(
        documentList,
        '/upload',
        'documents.upload',
        lazyRouteComponent(() => import('#client/features/documents/documents.tsx'), 'UploadDocuments'),
      ),
    ]),
    screenRoute(
      company,
      '/bills/capture',
      'capture',
      lazyRouteComponent(() => import('#client/features/capture/capture.tsx'), 'CaptureScreen'),
    ),
    screenRoute(
      company,
      '/certificate',
      'certificate',
      lazyRouteComponent(() => import('#client/features/certificate/certificate.tsx'), 'CertificateScreen'),
    ),
  ]
}
