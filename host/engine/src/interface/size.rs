//! Size of a call's arguments: wasmtime limits a guest's output but not its input.

use serde::{
    Serialize, Serializer,
    ser::{
        Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use std::fmt;

/// A text or list without its content.
const HEAD: usize = 8;

/// Bytes of texts and lists; numbers count by their width.
pub(crate) fn size(argument: &(impl Serialize + ?Sized)) -> usize {
    let mut counter = Counter(0);
    match argument.serialize(&mut counter) {
        Ok(()) => counter.0,
        // Nothing that can be an argument has no size; such a call is not made.
        Err(NoSize) => usize::MAX,
    }
}

/// Sums up the sizes of the values that are serialised to it.
struct Counter(usize);

impl Counter {
    fn add(&mut self, bytes: usize) -> Result<(), NoSize> {
        self.0 = self.0.saturating_add(bytes);
        Ok(())
    }

    fn head(&mut self, bytes: usize) -> Result<&mut Self, NoSize> {
        self.add(bytes)?;
        Ok(self)
    }
}

#[derive(Debug)]
struct NoSize;

impl fmt::Display for NoSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the value has no size")
    }
}

impl std::error::Error for NoSize {}

impl Error for NoSize {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoSize
    }
}

macro_rules! widths {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, _: $type) -> Result<(), NoSize> {
            self.add(size_of::<$type>())
        })*
    };
}

impl Serializer for &mut Counter {
    type Ok = ();
    type Error = NoSize;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    widths! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
    }

    fn serialize_str(self, text: &str) -> Result<(), NoSize> {
        self.add(HEAD + text.len())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), NoSize> {
        self.add(HEAD + bytes.len())
    }

    fn serialize_none(self) -> Result<(), NoSize> {
        self.add(1)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoSize> {
        value.serialize(self.head(1)?)
    }

    fn serialize_unit(self) -> Result<(), NoSize> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoSize> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), NoSize> {
        self.add(1)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoSize> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoSize> {
        value.serialize(self.head(1)?)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, NoSize> {
        self.head(HEAD)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, NoSize> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NoSize> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NoSize> {
        self.head(1)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NoSize> {
        self.head(HEAD)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NoSize> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NoSize> {
        self.head(1)
    }
}

macro_rules! lists {
    ($($list:ident $method:ident,)*) => {
        $(impl $list for &mut Counter {
            type Ok = ();
            type Error = NoSize;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoSize> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), NoSize> {
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! records {
    ($($record:ident,)*) => {
        $(impl $record for &mut Counter {
            type Ok = ();
            type Error = NoSize;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), NoSize> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), NoSize> {
                Ok(())
            }
        })*
    };
}

records! {
    SerializeStruct,
    SerializeStructVariant,
}

impl SerializeMap for &mut Counter {
    type Ok = ();
    type Error = NoSize;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoSize> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoSize> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), NoSize> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::wit::{File, Item, Money};

    #[test]
    fn texts_lists_and_numbers_count() {
        assert_eq!(size("abc"), 11);
        assert_eq!(size(&Some("abc".to_owned())), 12);
        assert_eq!(size(&None::<String>), 1);
        assert_eq!(size(&vec![1_u32, 2]), 16);
        let money = Money {
            minor: 1,
            currency: "AUD".into(),
        };
        assert_eq!(size(&money), 8 + 11);
        let file = File {
            media_type: String::new(),
            content: vec![0; 1_000],
        };
        assert_eq!(size(&file), 8 + 8 + 1_000);
        let item = Item {
            reference: String::new(),
            package_type: String::new(),
            description: String::new(),
            quantity: 1,
            length_mm: 1,
            width_mm: 1,
            height_mm: 1,
            weight_g: 1,
            dangerous_goods: false,
        };
        assert_eq!(size(&item), 3 * 8 + 25);
    }
}
