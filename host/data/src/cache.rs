//! Caches with a bound on size and age.
//!
//! All caches share one instantiation of moka, which is large: a cache is a typed view of it.

use std::{
    any::Any,
    borrow::Borrow,
    hash::{BuildHasher, Hash, Hasher, RandomState},
    marker::PhantomData,
    sync::{Arc, LazyLock},
    time::Duration,
};

type Entries = moka::sync::Cache<Key, Value>;
type Value = Arc<dyn Any + Send + Sync>;

/// Hashes keys before they are erased.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A concurrent cache; clones share the entries.
pub struct Cache<K, V> {
    entries: Entries,
    types: PhantomData<fn(K) -> V>,
}

pub struct Builder<K, V> {
    entries: moka::sync::CacheBuilder<Key, Value, Entries>,
    types: PhantomData<fn(K) -> V>,
}

impl<K, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            types: PhantomData,
        }
    }
}

impl<K, V> Builder<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Bounds the number of entries, or the sum of their weights.
    pub fn max_capacity(self, capacity: u64) -> Self {
        Self {
            entries: self.entries.max_capacity(capacity),
            types: PhantomData,
        }
    }

    pub fn time_to_live(self, duration: Duration) -> Self {
        Self {
            entries: self.entries.time_to_live(duration),
            types: PhantomData,
        }
    }

    pub fn time_to_idle(self, duration: Duration) -> Self {
        Self {
            entries: self.entries.time_to_idle(duration),
            types: PhantomData,
        }
    }

    pub fn weigher(self, weight: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Self {
        let weight = move |key: &Key, value: &Value| match (key.typed(), typed(value)) {
            (Some(key), Some(value)) => weight(key, value),
            _ => 1,
        };
        Self {
            entries: self.entries.weigher(weight),
            types: PhantomData,
        }
    }

    /// Permits [`Cache::invalidate_entries_if`].
    pub fn support_invalidation_closures(self) -> Self {
        Self {
            entries: self.entries.support_invalidation_closures(),
            types: PhantomData,
        }
    }

    pub fn build(self) -> Cache<K, V> {
        Cache {
            entries: self.entries.build(),
            types: PhantomData,
        }
    }
}

impl<K, V> Cache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub fn new(max_capacity: u64) -> Self {
        Self::builder().max_capacity(max_capacity).build()
    }

    pub fn builder() -> Builder<K, V> {
        Builder {
            entries: moka::sync::Cache::builder(),
            types: PhantomData,
        }
    }

    pub fn get(&self, key: &K) -> Option<V> {
        typed(&self.entries.get(&View::new(key) as &dyn Erased)?).cloned()
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.entries.contains_key(&View::new(key) as &dyn Erased)
    }

    /// Returns the entry, or inserts the value made for it; concurrent callers wait for one.
    pub fn get_with(&self, key: K, make: impl FnOnce() -> V) -> V {
        let value = self
            .entries
            .get_with(Key::new(key), || Arc::new(make()) as Value);
        typed(&value)
            .cloned()
            .expect("a cache's values are of one type")
    }

    pub fn insert(&self, key: K, value: V) {
        self.entries.insert(Key::new(key), Arc::new(value));
    }

    pub fn invalidate(&self, key: &K) {
        self.entries.invalidate(&View::new(key) as &dyn Erased);
    }

    pub fn invalidate_all(&self) {
        self.entries.invalidate_all();
    }

    /// Invalidates the present entries that match.
    ///
    /// # Panics
    ///
    /// The cache was built without [`Builder::support_invalidation_closures`].
    pub fn invalidate_entries_if(&self, matches: impl Fn(&K, &V) -> bool + Send + Sync + 'static) {
        let matches = move |key: &Key, value: &Value| match (key.typed(), typed(value)) {
            (Some(key), Some(value)) => matches(key, value),
            _ => false,
        };
        self.entries
            .invalidate_entries_if(matches)
            .expect("the cache is built for it");
    }

    /// Completes pending evictions, so that the sizes are exact.
    pub fn run_pending_tasks(&self) {
        self.entries.run_pending_tasks();
    }

    pub fn entry_count(&self) -> u64 {
        self.entries.entry_count()
    }

    pub fn weighted_size(&self) -> u64 {
        self.entries.weighted_size()
    }
}

fn typed<V: 'static>(value: &Value) -> Option<&V> {
    value.downcast_ref()
}

/// A key of any type.
trait AnyKey: Any + Send + Sync {
    fn is_equal(&self, other: &dyn AnyKey) -> bool;
}

impl<K: Eq + Send + Sync + 'static> AnyKey for K {
    fn is_equal(&self, other: &dyn AnyKey) -> bool {
        (other as &dyn Any)
            .downcast_ref::<K>()
            .is_some_and(|other| self == other)
    }
}

/// A stored key and its hash.
#[derive(Clone)]
struct Key {
    hash: u64,
    key: Arc<dyn AnyKey>,
}

/// A key that is looked up, without a copy.
struct View<'a> {
    hash: u64,
    key: &'a dyn AnyKey,
}

/// The common form of stored keys and lookups.
trait Erased {
    fn parts(&self) -> (u64, &dyn AnyKey);
}

impl Key {
    fn new<K: Hash + Eq + Send + Sync + 'static>(key: K) -> Self {
        Self {
            hash: HASHER.hash_one(&key),
            key: Arc::new(key),
        }
    }

    fn typed<K: 'static>(&self) -> Option<&K> {
        (&*self.key as &dyn Any).downcast_ref()
    }
}

impl<'a> View<'a> {
    fn new<K: Hash + Eq + Send + Sync + 'static>(key: &'a K) -> Self {
        Self {
            hash: HASHER.hash_one(key),
            key,
        }
    }
}

impl Erased for Key {
    fn parts(&self) -> (u64, &dyn AnyKey) {
        (self.hash, &*self.key)
    }
}

impl Erased for View<'_> {
    fn parts(&self) -> (u64, &dyn AnyKey) {
        (self.hash, self.key)
    }
}

impl<'a> Borrow<dyn Erased + 'a> for Key {
    fn borrow(&self) -> &(dyn Erased + 'a) {
        self
    }
}

impl Hash for dyn Erased + '_ {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.parts().0);
    }
}

impl PartialEq for dyn Erased + '_ {
    fn eq(&self, other: &Self) -> bool {
        let ((hash, key), (other_hash, other)) = (self.parts(), other.parts());
        hash == other_hash && key.is_equal(other)
    }
}

impl Eq for dyn Erased + '_ {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self as &dyn Erased).hash(state);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        (self as &dyn Erased) == (other as &dyn Erased)
    }
}

impl Eq for Key {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_equal_keys() {
        let cache: Cache<(u64, String), Arc<str>> = Cache::new(10);
        cache.insert((1, "a".to_owned()), "one".into());
        assert_eq!(cache.get(&(1, "a".to_owned())).as_deref(), Some("one"));
        assert_eq!(cache.get(&(2, "a".to_owned())), None);
        assert!(cache.contains_key(&(1, "a".to_owned())));
        cache.insert((1, "a".to_owned()), "two".into());
        assert_eq!(cache.get(&(1, "a".to_owned())).as_deref(), Some("two"));
        cache.invalidate(&(1, "a".to_owned()));
        assert_eq!(cache.get(&(1, "a".to_owned())), None);
        assert_eq!(
            &*cache.get_with((3, String::new()), || "made".into()),
            "made"
        );
        assert_eq!(
            &*cache.get_with((3, String::new()), || "again".into()),
            "made"
        );
    }

    #[test]
    fn keys_of_equal_hash_stay_apart() {
        let key = |key: u32| Key {
            hash: 7,
            key: Arc::new(key),
        };
        assert!(key(1) == key(1) && key(1) != key(2));
        let text = Key {
            hash: 7,
            key: Arc::new("1".to_owned()),
        };
        assert!(key(1) != text);
    }

    #[test]
    fn weights_bound_the_size_and_entries_are_invalidated_by_a_condition() {
        let cache: Cache<u32, Vec<u8>> = Cache::builder()
            .max_capacity(100)
            .weigher(|_, bytes: &Vec<u8>| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
            .support_invalidation_closures()
            .build();
        for at in 0..50 {
            cache.insert(at, vec![0; 10]);
        }
        cache.run_pending_tasks();
        assert!(cache.weighted_size() <= 100 && cache.entry_count() <= 10);
        cache.invalidate_all();
        cache.insert(101, vec![1]);
        cache.insert(102, vec![2]);
        cache.invalidate_entries_if(|_, bytes| bytes[0] == 1);
        assert_eq!((cache.get(&101), cache.get(&102)), (None, Some(vec![2])));
    }

    #[test]
    fn entries_expire() {
        let cache: Cache<u8, u8> = Cache::builder()
            .max_capacity(2)
            .time_to_live(Duration::from_millis(20))
            .build();
        cache.insert(1, 1);
        assert_eq!(cache.get(&1), Some(1));
        std::thread::sleep(Duration::from_millis(40));
        assert_eq!(cache.get(&1), None);
    }
}
