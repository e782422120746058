// What the company sells and buys on paper: products, services, received notes, certificate, documents.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const products = () => import('#client/features/products/products.tsx')
const productForms = () => import('#client/features/products/product-forms.tsx')
const services = () => import('#client/features/services/services.tsx')

export function goodsRoutes<P extends AnyRoute>(company: P) {
  const productList = screenRoute(company, '/products', 'products', lazyRouteComponent(products, 'ProductsScreen'))
  const serviceList = screenRoute(company, '/services', 'services', lazyRouteComponent(services, 'ServicesScreen'))
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
        lazyRouteComponent(() => import('#client/features/documents/upload-documents.tsx'), 'UploadDocuments'),
      ),
    ]),
    productList.addChildren([
      screenRoute(productList, '/create', 'products.create', lazyRouteComponent(productForms, 'CreateProduct')),
      screenRoute(productList, '/upload', 'products.upload', lazyRouteComponent(productForms, 'ImportProducts')),
      screenRoute(productList, '/$productId', 'products.detail', lazyRouteComponent(products, 'ProductDrawer')),
      screenRoute(productList, '/$productId/delete', 'products.delete', lazyRouteComponent(products, 'DeleteProduct')),
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
    serviceList.addChildren([
      screenRoute(serviceList, '/create', 'services.create', lazyRouteComponent(services, 'CreateService')),
      screenRoute(serviceList, '/$companyServiceId', 'services.detail', lazyRouteComponent(services, 'ServiceDrawer')),
      screenRoute(serviceList, '/$companyServiceId/delete', 'services.delete', lazyRouteComponent(services, 'DeleteService')),
    ]),
  ]
}
